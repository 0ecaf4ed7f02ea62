// absl::Mutex and absl::CondVar, as in abseil's shared library. A mutex is locked for reading or for writing,
// and a thread may wait for a condition of the program, which is evaluated with the lock held: here by the
// waiting thread, whenever the lock was released.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <charconv>
#include <limits>
#include <optional>

#include "runtime/hooks/export.hpp"
#include "runtime/libraries/library_lock.hpp"
#include "runtime/libraries/redirect.hpp"

namespace linnet::runtime {
namespace abseil {

constexpr std::string_view kLibrary = "libabsl_synchronization";

// absl::Duration, and absl::Time as a duration since 1970: seconds, and quarters of a nanosecond.
struct Span {
  std::int64_t seconds;
  std::uint32_t quarters;
};

bool is_infinite(const Span& span) {
  return span.quarters == std::numeric_limits<std::uint32_t>::max();
}

struct Deadline {
  std::optional<timespec> time;
  clockid_t clock = CLOCK_REALTIME;
  const timespec* get() const { return time ? &*time : nullptr; }
};

Deadline at(const Span& time) {
  if (is_infinite(time) && time.seconds > 0) return {};
  if (time.seconds < 0) return {timespec{}};
  return {timespec{time.seconds, static_cast<long>(time.quarters / 4)}};
}

Deadline after(const Span& span) {
  if (is_infinite(span) && span.seconds > 0) return {};
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (span.seconds >= 0) {
    const long nanoseconds = now.tv_nsec + static_cast<long>(span.quarters / 4);
    now.tv_sec += span.seconds + nanoseconds / 1'000'000'000;
    now.tv_nsec = nanoseconds % 1'000'000'000;
  }
  return {now, CLOCK_MONOTONIC};
}

using Evaluate = bool (*)(const void* condition);
constinit Evaluate evaluate = nullptr;

// Returns whether the condition holds, which it may not if there is a deadline.
template <For use>
bool await(void* mutex, const void* condition, const Deadline& deadline, const void* pc) {
  while (!evaluate(condition)) {
    if (!wait_in_library(mutex, mutex, use, deadline.get(), deadline.clock, pc) && deadline.time)
      return evaluate(condition);
  }
  return true;
}

For use_of(const void* mutex) {
  return holds_rwlock(mutex, For::writing) ? For::writing : For::reading;
}

bool await_either(void* mutex, const void* condition, const Deadline& deadline, const void* pc) {
  return use_of(mutex) == For::writing ? await<For::writing>(mutex, condition, deadline, pc)
                                       : await<For::reading>(mutex, condition, deadline, pc);
}

void unlock(void* mutex) {
  if (!scheduled()) return;
  Step& step = object_step(mutex, kRwlockSize, LINNET_PC);
  step.touch(seats(mutex), kSeats, true);
  step.conditional = true;
  take_turn();
  check_access(address_of(mutex), kRwlockSize, LINNET_PC);
  give_back_rwlock(mutex, LINNET_PC);
  wake(mutex, kSeats);
}

// For each use: the plain lock, and the locks that also wait for a condition.
template <For use>
void lock(void* mutex) {
  lock_library<use>(mutex, LINNET_PC);
}
template <For use>
bool try_lock(void* mutex) {
  auto* rwlock = static_cast<pthread_rwlock_t*>(mutex);
  return (use == For::reading ? pthread_rwlock_tryrdlock(rwlock) : pthread_rwlock_trywrlock(rwlock)) == 0;
}
template <For use>
void lock_when(void* mutex, const void* condition) {
  lock_library<use>(mutex, LINNET_PC);
  await<use>(mutex, condition, {}, LINNET_PC);
}
template <For use>
bool lock_when_within(void* mutex, const void* condition, Span span) {
  const Deadline deadline = after(span);
  lock_library<use>(mutex, LINNET_PC);
  return await<use>(mutex, condition, deadline, LINNET_PC);
}
template <For use>
bool lock_when_before(void* mutex, const void* condition, Span time) {
  lock_library<use>(mutex, LINNET_PC);
  return await<use>(mutex, condition, at(time), LINNET_PC);
}

void await_it(void* mutex, const void* condition) {
  await_either(mutex, condition, {}, LINNET_PC);
}
bool await_within(void* mutex, const void* condition, Span span) {
  return await_either(mutex, condition, after(span), LINNET_PC);
}
bool await_before(void* mutex, const void* condition, Span time) {
  return await_either(mutex, condition, at(time), LINNET_PC);
}

template <For use>
void assert_held(const void* mutex) {
  if (!holds_rwlock(mutex, use)) abort();
}

// These return whether the time was over.
void wait(void* condition, void* mutex) {
  wait_in_library(condition, mutex, use_of(mutex), nullptr, CLOCK_REALTIME, LINNET_PC);
}
bool wait_within(void* condition, void* mutex, Span span) {
  const Deadline deadline = after(span);
  return !wait_in_library(condition, mutex, use_of(mutex), deadline.get(), deadline.clock, LINNET_PC) &&
         deadline.time;
}
bool wait_before(void* condition, void* mutex, Span time) {
  const Deadline deadline = at(time);
  return !wait_in_library(condition, mutex, use_of(mutex), deadline.get(), deadline.clock, LINNET_PC) &&
         deadline.time;
}
void signal_one(void* condition) {
  signal_library(condition, 1, LINNET_PC);
}
void signal_all(void* condition) {
  signal_library(condition, kSeats, LINNET_PC);
}

// The length of the first component of a mangled name: a number and as many characters. 0 if there is none.
std::size_t component(std::string_view name) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), length);
  const std::size_t whole = static_cast<std::size_t>(end - name.data()) + length;
  return error == std::errc() && whole <= name.size() ? whole : 0;
}

// The class and the function of a mangled name, without the namespace of the version, which differs
// everywhere, and without parameters: _ZN4absl7debian35Mutex4LockEv is "5Mutex4Lock".
std::string_view without_version(std::string_view name) {
  for (const std::string_view start : {"_ZN4absl", "_ZNK4absl"}) {
    if (!name.starts_with(start)) continue;
    name.remove_prefix(start.size());
    name.remove_prefix(component(name));
    const std::size_t of_class = component(name);
    return name.substr(0, of_class + component(name.substr(of_class)));
  }
  return {};
}

template <class Function>
const void* code_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace abseil

void redirect_abseil() {
  using namespace abseil;
  evaluate = reinterpret_cast<Evaluate>(
      const_cast<void*>(find_in_library(kLibrary, "9Condition4Eval", without_version)));
  if (evaluate == nullptr) return;
  const StandIn functions[] = {
      {"5Mutex4Lock", code_of(lock<For::writing>)},
      {"5Mutex10ReaderLock", code_of(lock<For::reading>)},
      {"5Mutex7TryLock", code_of(try_lock<For::writing>)},
      {"5Mutex13ReaderTryLock", code_of(try_lock<For::reading>)},
      {"5Mutex6Unlock", code_of(unlock)},
      {"5Mutex12ReaderUnlock", code_of(unlock)},
      {"5Mutex8LockWhen", code_of(lock_when<For::writing>)},
      {"5Mutex14ReaderLockWhen", code_of(lock_when<For::reading>)},
      {"5Mutex19LockWhenWithTimeout", code_of(lock_when_within<For::writing>)},
      {"5Mutex25ReaderLockWhenWithTimeout", code_of(lock_when_within<For::reading>)},
      {"5Mutex20LockWhenWithDeadline", code_of(lock_when_before<For::writing>)},
      {"5Mutex26ReaderLockWhenWithDeadline", code_of(lock_when_before<For::reading>)},
      {"5Mutex5Await", code_of(await_it)},
      {"5Mutex16AwaitWithTimeout", code_of(await_within)},
      {"5Mutex17AwaitWithDeadline", code_of(await_before)},
      {"5Mutex10AssertHeld", code_of(assert_held<For::writing>)},
      {"5Mutex16AssertReaderHeld", code_of(assert_held<For::reading>)},
      {"7CondVar4Wait", code_of(wait)},
      {"7CondVar15WaitWithTimeout", code_of(wait_within)},
      {"7CondVar16WaitWithDeadline", code_of(wait_before)},
      {"7CondVar6Signal", code_of(signal_one)},
      {"7CondVar9SignalAll", code_of(signal_all)},
  };
  redirect(kLibrary, functions, without_version);
}

}  // namespace linnet::runtime

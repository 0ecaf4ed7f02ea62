// Mutexes of all kinds, and condition variables.
//
// A lock and an unlock are writes, a failed attempt is a read. A timed lock that does not get the mutex ends
// by its timeout: if it is chosen while another thread holds the mutex, its time is over.
//
// A thread that holds mutexes, fails to get another one and releases them, again and again (std::lock,
// std::scoped_lock), does so in one step once it comes to the same state. So two threads cannot fail without
// end because of each other: docs/conflicts.md has the argument.
//
// A wait on a condition variable is three steps: release the mutex and queue; be woken; take the mutex again.
// Waits of different threads do not conflict (each writes its own seat), a signal conflicts with all waits
// (it writes all seats, or reads them if no thread is queued), and the strategy chooses the waiter that it
// wakes. A timed wait may continue unwoken: that is its timeout. Only the mutex orders memory: a signal does
// not happen before the wake-up, which might have been spurious.
//
// A robust mutex outlives its owner: a thread that ends with it held releases it in a separate step, and the
// next thread to lock it learns of that.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstddef>
#include <vector>

#include "base/hash.hpp"
#include "runtime/hooks/condition.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

constexpr int kFree = 0;
constexpr int kHeld = 1;
constexpr int kLost = 2;            // free, and nobody can ever lock it: a robust one that was not repaired
constexpr int kDestroyedKind = -1;  // as glibc marks a mutex that was destroyed

int owner_mark() {
  return static_cast<int>(self().number) + 1;
}

int kind_of(const pthread_mutex_t& mutex) {
  return mutex.__data.__kind & 3;
}

bool is_robust(const pthread_mutex_t& mutex) {
  constexpr int kRobust = 16;  // as in glibc
  return (mutex.__data.__kind & kRobust) != 0;
}

// The state of a robust mutex whose owner ended, stored in a field that glibc uses to count users.
enum Robustness : unsigned { kConsistent = 0, kOwnerDied = 1, kNotRecoverable = 2 };

bool is_free(const pthread_mutex_t& mutex) {
  return mutex.__data.__lock != kHeld;
}

// What a mutex is when its owner gives it back.
int left_behind(const pthread_mutex_t& mutex) {
  return is_robust(mutex) && mutex.__data.__nusers == kOwnerDied ? kLost : kFree;
}

bool can_lock(const Thread& waiter) {
  return is_free(*static_cast<const pthread_mutex_t*>(waiter.waits_on));
}

bool is_held(const pthread_mutex_t& mutex) {
  return !is_free(mutex) && mutex.__data.__owner == owner_mark();
}

std::optional<ThreadNumber> holder_of(const pthread_mutex_t& mutex) {
  return is_free(mutex) ? std::nullopt : marked_by(static_cast<std::uint32_t>(mutex.__data.__owner));
}

[[noreturn]] void misused(LockError error, const pthread_mutex_t& mutex, const void* pc) {
  fail(
      LockMisuse{
          .error = error, .what = WaitsFor::mutex, .object = address_of(&mutex), .other = holder_of(mutex)},
      pc);
}
[[noreturn]] void misused(LockError error, const pthread_cond_t& condition, const void* pc) {
  fail(LockMisuse{.error = error,
                  .what = WaitsFor::condition,
                  .object = address_of(&condition),
                  .other = waiting_for(&condition)},
       pc);
}

void check_exists(const pthread_mutex_t& mutex, const void* pc) {
  if (mutex.__data.__kind == kDestroyedKind) [[unlikely]]
    misused(LockError::uses_destroyed, mutex, pc);
}
void check_exists(const pthread_cond_t& condition, const void* pc) {
  if (condition.__data.__g1_orig_size == kDestroyed) [[unlikely]]
    misused(LockError::uses_destroyed, condition, pc);
}

// A mutex that a static constructor has locked belongs to no known thread.
void check_held(const pthread_mutex_t& mutex, LockError error, const void* pc) {
  if (!is_held(mutex) && (is_free(mutex) || holder_of(mutex))) [[unlikely]]
    misused(error, mutex, pc);
}

// Whether it returns an error to a thread that does not hold it. Other kinds leave that undefined.
bool says_who_holds(const pthread_mutex_t& mutex) {
  return mutex.__data.__kind != kDestroyedKind &&
         (kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE || kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK ||
          is_robust(mutex));
}

// The owner locks again. Other threads can see nothing of this.
bool locks_again(pthread_mutex_t& mutex, int& result) {
  if (!is_held(mutex)) return false;
  if (kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    ++mutex.__data.__count;
    ++self().progress;
    result = 0;
    return true;
  }
  result = EDEADLK;
  return kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

// All that locking and unlocking change is at the beginning of a mutex.
static_assert(offsetof(pthread_mutex_t, __data.__kind) >= sizeof(Content));
Content content_of(const pthread_mutex_t& mutex) {
  return content_at({address_of(&mutex), sizeof mutex, false});
}

// What the running step does to a mutex, where it found `before` there. `waits`: it does so as soon as it can, and does not look.
void note_effect(const pthread_mutex_t& mutex, const Content& before, bool waits) {
  self().effect = {.is_known = true,
                   .is_lock = waits,
                   .is_update = true,
                   .acquires = true,
                   .releases = true,
                   .before = before,
                   .after = content_of(mutex)};
}

// Returns the result of the lock. REQUIRES: is_free; the running thread is in a step that writes the mutex.
int take(pthread_mutex_t& mutex) {
  const Content before = content_of(mutex);
  found(kFree);
  acquired(&mutex);
  const bool robust = is_robust(mutex);
  if (robust && mutex.__data.__nusers == kNotRecoverable) {
    became_read(&mutex);
    return ENOTRECOVERABLE;
  }
  mutex.__data.__lock = kHeld;
  mutex.__data.__owner = owner_mark();
  self().locking = true;
  note_effect(mutex, before, self().pending.expected.guard == Guard::waits_for);
  self().mutexes.push_back(&mutex);
  if (!robust) return 0;
  self().robust_mutexes.push_back(&mutex);
  return mutex.__data.__nusers == kOwnerDied ? EOWNERDEAD : 0;
}

// REQUIRES: the running thread is in a step that writes the mutex, as its first access.
void give_back(pthread_mutex_t& mutex) {
  const int left = left_behind(mutex);
  const Content before = content_of(mutex);
  if (is_robust(mutex)) {
    std::erase(self().robust_mutexes, &mutex);
    if (mutex.__data.__nusers == kOwnerDied) mutex.__data.__nusers = kNotRecoverable;
  }
  std::erase(self().mutexes, &mutex);
  self().locking = true;
  releasing(&mutex);
  found(is_free(mutex) ? kFree : kHeld);
  mutex.__data.__lock = left;
  mutex.__data.__owner = 0;
  note_effect(mutex, before, true);
}

// In the graph of a memory model. A failed attempt orders nothing.
constexpr AtomicOperation kLock{.change = Change::compare,
                                .order = MemoryOrder::acquire,
                                .failure_order = MemoryOrder::relaxed,
                                .operand = kHeld,
                                .expected = kFree,
                                .waits_while = true};
static_assert(offsetof(pthread_mutex_t, __data.__lock) == 0);

// The step in which the owner gives it back.
void unlock_in_graph(pthread_mutex_t& mutex, const void* pc) {
  const AtomicOperation unlock{.change = Change::exchange,
                               .order = MemoryOrder::release,
                               .operand = static_cast<std::uint64_t>(left_behind(mutex))};
  change_in_graph(&mutex, sizeof mutex, {&mutex}, unlock, pc);
}

// Whether the hook is one of hook_entry.S, so that a loop of the program is recognised here.
enum class InLoop : std::uint8_t { no, yes };

int lock(pthread_mutex_t* mutex, const void* pc, InLoop in_loop = InLoop::no) {
  int result = 0;
  if (locks_again(*mutex, result)) return result;
  object_step(mutex, sizeof *mutex, pc).wait_for(kFree);
  if (current.graph != nullptr) {
    take_in_graph(mutex, sizeof *mutex, {mutex}, kLock, can_lock, WaitsFor::mutex, pc);
    check_exists(*mutex, pc);
    return take(*mutex);
  }
  if (in_loop == InLoop::yes) current.execution->look_for_undone_round(self(), address_of(mutex));
  wait_for_object(mutex, sizeof *mutex, can_lock, WaitsFor::mutex, pc);
  check_exists(*mutex, pc);
  return take(*mutex);
}

// The step of a try-lock. If the thread was here before in this state, holding the same mutexes, and did
// nothing in between except lock and unlock, then it may release them in the same step if it fails: see
// unlock(). Returns their number.
std::size_t announce_try(const pthread_mutex_t& mutex, const void* pc) {
  constexpr std::size_t kMost = 3;  // the room in a step
  Thread& thread = self();
  Step& step = object_step(&mutex, sizeof mutex, pc);
  step.conditional = true;
  const std::vector<const void*>& held = thread.mutexes;
  if (held.empty() || held.size() > kMost) return 0;
  std::uint64_t what = 0;
  for (const void* other : held) what = mix(what, address_of(other));
  if (thread.tries.comes_round({address_of(&mutex), what}, thread.stack_high,
                               thread.effects() - thread.lockings) != SpinWatch::Round::spins)
    return 0;
  for (const void* other : held) step.touch(address_of(other), sizeof mutex, true);
  return held.size();
}

// At once, or as a lock whose time is over.
int lock_or_give_up(pthread_mutex_t* mutex, int error, const void* pc) {
  int result = 0;
  if (locks_again(*mutex, result)) return result;
  if (current.graph != nullptr) {
    const GraphMemory::Outcome outcome = try_in_graph(mutex, sizeof *mutex, {mutex}, kLock, pc);
    check_exists(*mutex, pc);
    return outcome.wrote || outcome.found == kLost ? take(*mutex) : error;
  }
  const std::size_t held = announce_try(*mutex, pc);
  current.execution->take_turn_or_spin(self(), address_of(mutex));
  check_access(address_of(mutex), sizeof *mutex, pc);
  check_exists(*mutex, pc);
  for (std::size_t i = 0; i < held; ++i) self().pending.expected.leave_out(1);
  if (!is_free(*mutex)) {
    found(kHeld);
    became_read(mutex);
    note_effect(*mutex, content_of(*mutex), false);
    self().backs_off = held != 0;
    return error;
  }
  return take(*mutex);
}

// Whether the last step was a try-lock that failed, and this unlock belongs to it.
bool gives_back_after_failure(const pthread_mutex_t& mutex) {
  Thread& thread = self();
  Step& step = thread.pending.expected;
  return thread.backs_off && thread.took_step && is_held(mutex) &&
         step.access_count + 1u < Step::kMostAccesses;
}

int unlock(pthread_mutex_t* mutex, const void* pc) {
  if (!is_held(*mutex) && says_who_holds(*mutex)) return EPERM;
  if (is_held(*mutex) && kind_of(*mutex) == PTHREAD_MUTEX_RECURSIVE && mutex->__data.__count > 0) {
    --mutex->__data.__count;
    ++self().progress;
    return 0;
  }
  if (current.graph != nullptr) {
    check_held(*mutex, LockError::unlocks, pc);
    unlock_in_graph(*mutex, pc);
  } else if (gives_back_after_failure(*mutex)) {
    self().pending.expected.touch(address_of(mutex), sizeof *mutex, true);
  } else {
    change_object(mutex, sizeof *mutex, pc);
  }
  check_exists(*mutex, pc);
  if (current.graph == nullptr) check_held(*mutex, LockError::unlocks, pc);
  give_back(*mutex);
  return 0;
}

int destroy(pthread_mutex_t* mutex, const void* pc) {
  destroy_object(mutex, sizeof *mutex, pc);
  check_exists(*mutex, pc);
  if (!is_free(*mutex)) misused(LockError::destroys_held, *mutex, pc);
  mutex->__data.__kind = kDestroyedKind;
  return 0;
}

}  // namespace

bool wake_up(const void* condition, const timespec* deadline, clockid_t clock, const void* pc) {
  const bool may_give_up = deadline != nullptr || current.execution->options().spurious_wakeups;
  const bool woken = sleep_until_woken(condition, may_give_up, WaitsFor::condition, pc);
  if (!woken && deadline != nullptr) advance_clock_to(*deadline, clock);
  return woken;
}

int signal_condition(const void* condition, std::uint32_t most, const void* pc) {
  Step& step = next_step(pc);
  step.touch(seats(condition), kSeats, true);
  step.conditional = true;
  take_turn();
  check_access(address_of(condition), 1, pc);
  wake(condition, most);
  return 0;
}

namespace {

// Queues, and then gives the mutex back: whoever takes the mutex after that, and signals, finds the thread in the queue. POSIX asks for no
// more, and a step of a graph has one location.
void release_in_graph(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc) {
  next_step(pc).touch(seat(condition, self().number), 1, true);
  take_turn();
  check_access(address_of(condition), sizeof *condition, pc);
  check_exists(*condition, pc);
  check_exists(*mutex, pc);
  check_held(*mutex, LockError::waits_unlocked, pc);
  current.graph->queue_up(self(), condition);
  unlock_in_graph(*mutex, pc);
  give_back(*mutex);
}

// Gives the mutex back and queues.
void release(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc) {
  Step& step = next_step(pc);
  step.touch(address_of(mutex), sizeof *mutex, true);
  step.touch(seat(condition, self().number), 1, true);
  take_turn();
  check_access(address_of(condition), sizeof *condition, pc);
  check_exists(*condition, pc);
  check_exists(*mutex, pc);
  check_held(*mutex, LockError::waits_unlocked, pc);
  self().queued_on = condition;
  give_back(*mutex);
}

// `deadline` is null for a wait without one. Returns ETIMEDOUT if the thread continued unwoken because of it,
// or else the result of taking the mutex again.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline, clockid_t clock,
         const void* pc) {
  if (!is_held(*mutex) && says_who_holds(*mutex)) return EPERM;
  current.graph != nullptr ? release_in_graph(condition, mutex, pc) : release(condition, mutex, pc);
  const bool woken = wake_up(condition, deadline, clock, pc);
  if (const int result = lock(mutex, pc); result != 0) return result;
  return woken || deadline == nullptr ? 0 : ETIMEDOUT;
}

// The clock of a deadline if the call names none: glibc stores pthread_condattr_setclock here.
clockid_t clock_of(const pthread_cond_t& condition) {
  constexpr unsigned kMonotonic = 2;
  return (condition.__data.__wrefs & kMonotonic) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int signal(pthread_cond_t* condition, std::uint32_t most, const void* pc) {
  const int result = signal_condition(condition, most, pc);
  check_exists(*condition, pc);
  return result;
}

// Threads that were woken may still be on their way.
int destroy(pthread_cond_t* condition, const void* pc) {
  destroy_object(condition, sizeof *condition, pc);
  check_exists(*condition, pc);
  if (count_waiting(condition) > 0) misused(LockError::destroys_awaited, *condition, pc);
  condition->__data.__g1_orig_size = kDestroyed;
  return 0;
}

// A mutex and a condition of C11 are those of POSIX.
pthread_mutex_t* posix(mtx_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t* posix(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

}  // namespace

void abandon_robust_mutexes(Thread& thread) {
  while (!thread.robust_mutexes.empty()) {
    auto* mutex = static_cast<pthread_mutex_t*>(thread.robust_mutexes.back());
    mutex->__data.__nusers = kConsistent;  // the next owner is asked to repair it, whatever was before
    if (current.graph != nullptr) {
      unlock_in_graph(*mutex, nullptr);
    } else {
      change_object(mutex, sizeof *mutex, nullptr);
    }
    give_back(*mutex);
    mutex->__data.__nusers = kOwnerDied;
    mutex->__data.__count = 0;
  }
}

LINNET_EXPORT int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!scheduled()) return LINNET_REAL(pthread_mutex_consistent)(mutex);
  if (!is_robust(*mutex) || mutex->__data.__nusers != kOwnerDied) return EINVAL;
  mutex->__data.__nusers = kConsistent;
  ++self().progress;
  return 0;
}

extern "C" int linnet_pthread_mutex_lock(pthread_mutex_t* mutex) {
  const bool real = !scheduled() || is_ground_code(LINNET_PC);
  return real ? LINNET_REAL(pthread_mutex_lock)(mutex) : lock(mutex, LINNET_PC, InLoop::yes);
}

LINNET_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  const bool real = !scheduled() || is_ground_code(LINNET_PC);
  return real ? LINNET_REAL(pthread_mutex_unlock)(mutex) : unlock(mutex, LINNET_PC);
}

extern "C" int linnet_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!scheduled()) return LINNET_REAL(pthread_mutex_trylock)(mutex);
  const int result = lock_or_give_up(mutex, EBUSY, LINNET_PC);
  return result == EDEADLK ? EBUSY : result;
}

extern "C" int linnet_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  return scheduled() ? waited_until(*deadline, CLOCK_REALTIME, lock_or_give_up(mutex, ETIMEDOUT, LINNET_PC))
                     : LINNET_REAL(pthread_mutex_timedlock)(mutex, deadline);
}

extern "C" int linnet_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                              const timespec* deadline) {
  return scheduled() ? waited_until(*deadline, clock, lock_or_give_up(mutex, ETIMEDOUT, LINNET_PC))
                     : LINNET_REAL(pthread_mutex_clocklock)(mutex, clock, deadline);
}

LINNET_EXPORT int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  const bool real = !scheduled() || is_ground_code(LINNET_PC);
  return real ? LINNET_REAL(pthread_mutex_destroy)(mutex) : destroy(mutex, LINNET_PC);
}

LINNET_EXPORT void mtx_destroy(mtx_t* mutex) {
  scheduled() ? static_cast<void>(destroy(posix(mutex), LINNET_PC)) : LINNET_REAL(mtx_destroy)(mutex);
}

LINNET_EXPORT int mtx_lock(mtx_t* mutex) {
  if (!scheduled()) return LINNET_REAL(mtx_lock)(mutex);
  return lock(posix(mutex), LINNET_PC) == 0 ? thrd_success : thrd_error;
}

LINNET_EXPORT int mtx_unlock(mtx_t* mutex) {
  if (!scheduled()) return LINNET_REAL(mtx_unlock)(mutex);
  return unlock(posix(mutex), LINNET_PC) == 0 ? thrd_success : thrd_error;
}

extern "C" int linnet_mtx_trylock(mtx_t* mutex) {
  return linnet_pthread_mutex_trylock(posix(mutex)) == 0 ? thrd_success : thrd_busy;
}

extern "C" int linnet_mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  return linnet_pthread_mutex_timedlock(posix(mutex), deadline) == 0 ? thrd_success : thrd_timedout;
}

LINNET_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return scheduled() ? wait(condition, mutex, nullptr, CLOCK_REALTIME, LINNET_PC)
                     : LINNET_REAL(pthread_cond_wait)(condition, mutex);
}

LINNET_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                         const timespec* deadline) {
  return scheduled() ? wait(condition, mutex, deadline, clock_of(*condition), LINNET_PC)
                     : LINNET_REAL(pthread_cond_timedwait)(condition, mutex, deadline);
}

LINNET_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                         const timespec* deadline) {
  return scheduled() ? wait(condition, mutex, deadline, clock, LINNET_PC)
                     : LINNET_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline);
}

LINNET_EXPORT int pthread_cond_signal(pthread_cond_t* condition) {
  return scheduled() ? signal(condition, 1, LINNET_PC) : LINNET_REAL(pthread_cond_signal)(condition);
}

LINNET_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) {
  return scheduled() ? signal(condition, kSeats, LINNET_PC) : LINNET_REAL(pthread_cond_broadcast)(condition);
}

// glibc would wait for waiters that it does not know.
LINNET_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) {
  return scheduled() ? destroy(condition, LINNET_PC) : LINNET_REAL(pthread_cond_destroy)(condition);
}

LINNET_EXPORT void cnd_destroy(cnd_t* condition) {
  scheduled() ? static_cast<void>(destroy(posix(condition), LINNET_PC)) : LINNET_REAL(cnd_destroy)(condition);
}

LINNET_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  pthread_cond_wait(posix(condition), posix(mutex));
  return thrd_success;
}

LINNET_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  return pthread_cond_timedwait(posix(condition), posix(mutex), deadline) == 0 ? thrd_success : thrd_timedout;
}

LINNET_EXPORT int cnd_signal(cnd_t* condition) {
  pthread_cond_signal(posix(condition));
  return thrd_success;
}

LINNET_EXPORT int cnd_broadcast(cnd_t* condition) {
  pthread_cond_broadcast(posix(condition));
  return thrd_success;
}

}  // namespace linnet::runtime

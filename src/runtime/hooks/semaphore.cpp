// POSIX semaphores: post and a wait that succeeds are writes, an attempt that fails is a read.
#include <semaphore.h>

#include <cerrno>

#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

constexpr std::uint32_t kSize = sizeof(std::uint32_t);

// glibc keeps the value in the first word.
volatile std::uint32_t& value_of(sem_t* semaphore) {
  return *reinterpret_cast<volatile std::uint32_t*>(semaphore);
}

// glibc keeps the number of waiters in the second word, which stays 0 here.
volatile std::uint32_t& waiters_of(sem_t* semaphore) {
  return (&value_of(semaphore))[1];
}

// Whether a wait need not block: the count is positive, or an error has to be reported.
bool can_wait(const Thread& waiter) {
  const auto* words = static_cast<const volatile std::uint32_t*>(waiter.waits_on);
  return words[0] > 0 || words[1] == kDestroyed;
}

[[noreturn]] void misused(LockError error, const sem_t& semaphore, const void* pc) {
  fail(LockMisuse{.error = error,
                  .what = WaitsFor::semaphore,
                  .object = address_of(&semaphore),
                  .other = waiting_for(&semaphore)},
       pc);
}

void check_exists(sem_t* semaphore, const void* pc) {
  if (waiters_of(semaphore) == kDestroyed) [[unlikely]]
    misused(LockError::uses_destroyed, *semaphore, pc);
}

int take(sem_t* semaphore) {
  value_of(semaphore) = value_of(semaphore) - 1;
  acquired(semaphore);
  return 0;
}

// In the graph of a memory model, where the count is written as well.
constexpr AtomicOperation kWait{.change = Change::unless,
                                .order = MemoryOrder::acquire,
                                .failure_order = MemoryOrder::relaxed,
                                .operand = UINT32_MAX,
                                .expected = 0};
constexpr AtomicOperation kPost{.change = Change::add, .order = MemoryOrder::release, .operand = 1};

int wait_or_give_up(sem_t* semaphore, int error, const void* pc) {
  if (current.graph != nullptr) {
    const bool taken = try_in_graph(semaphore, kSize, {semaphore}, kWait, pc).wrote;
    check_exists(semaphore, pc);
    if (taken) return 0;
    errno = error;
    return -1;
  }
  try_object(semaphore, kSize, pc);
  check_exists(semaphore, pc);
  found(value_of(semaphore));
  if (value_of(semaphore) != 0) return take(semaphore);
  became_read(semaphore);
  errno = error;
  return -1;
}

int wait_until(sem_t* semaphore, const timespec& deadline, clockid_t clock, const void* pc) {
  const int result = wait_or_give_up(semaphore, ETIMEDOUT, pc);
  if (result != 0) advance_clock_to(deadline, clock);
  return result;
}

}  // namespace

LINNET_EXPORT int sem_wait(sem_t* semaphore) {
  if (!scheduled()) return LINNET_REAL(sem_wait)(semaphore);
  object_step(semaphore, kSize, LINNET_PC).wait_while(0);
  if (current.graph != nullptr) {
    take_in_graph(semaphore, kSize, {semaphore}, kWait, can_wait, WaitsFor::semaphore, LINNET_PC);
    check_exists(semaphore, LINNET_PC);
    return 0;
  }
  wait_for_object(semaphore, kSize, can_wait, WaitsFor::semaphore, LINNET_PC);
  check_exists(semaphore, LINNET_PC);
  found(value_of(semaphore));
  return take(semaphore);
}

extern "C" int linnet_sem_trywait(sem_t* semaphore) {
  return scheduled() ? wait_or_give_up(semaphore, EAGAIN, LINNET_PC) : LINNET_REAL(sem_trywait)(semaphore);
}

extern "C" int linnet_sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  return scheduled() ? wait_until(semaphore, *deadline, CLOCK_REALTIME, LINNET_PC)
                     : LINNET_REAL(sem_timedwait)(semaphore, deadline);
}

extern "C" int linnet_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
  return scheduled() ? wait_until(semaphore, *deadline, clock, LINNET_PC)
                     : LINNET_REAL(sem_clockwait)(semaphore, clock, deadline);
}

LINNET_EXPORT int sem_destroy(sem_t* semaphore) {
  if (!scheduled()) return LINNET_REAL(sem_destroy)(semaphore);
  destroy_object(semaphore, kSize, LINNET_PC);
  check_exists(semaphore, LINNET_PC);
  if (waiting_for(semaphore)) misused(LockError::destroys_awaited, *semaphore, LINNET_PC);
  waiters_of(semaphore) = kDestroyed;
  return 0;
}

LINNET_EXPORT int sem_post(sem_t* semaphore) {
  if (!scheduled()) return LINNET_REAL(sem_post)(semaphore);
  if (current.graph != nullptr) {
    change_in_graph(semaphore, kSize, {semaphore}, kPost, LINNET_PC);
    check_exists(semaphore, LINNET_PC);
    return 0;
  }
  change_object(semaphore, kSize, LINNET_PC);
  check_exists(semaphore, LINNET_PC);
  releasing(semaphore);
  found(value_of(semaphore));
  value_of(semaphore) = value_of(semaphore) + 1;
  return 0;
}

extern "C" int linnet_sem_getvalue(sem_t* semaphore, int* value) {
  if (scheduled()) {
    idle_step(semaphore, kSize, false, {.pointer = address_of(value)}, LINNET_PC);
    check_exists(semaphore, LINNET_PC);
    found(value_of(semaphore));
  }
  if (scheduled() && current.graph != nullptr) {
    *value = static_cast<int>(current.graph->load(self(), semaphore, sizeof(std::uint32_t),
                                                  MemoryOrder::relaxed, address_of(LINNET_PC)));
    return 0;
  }
  *value = static_cast<int>(value_of(semaphore));
  return 0;
}

}  // namespace linnet::runtime

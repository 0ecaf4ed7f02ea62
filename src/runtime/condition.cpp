// Condition variables. A wait is two steps: give the mutex back and queue; be woken and take the mutex again.
//
// Waits of different threads do not conflict (each writes its own seat), a signal conflicts with all waits
// (it writes all seats, or reads them if nobody is queued), and which waiter it wakes is a choice. A timed
// wait may go on unwoken: that is its timeout.
#include <pthread.h>
#include <threads.h>

#include <cerrno>

#include "runtime/export.hpp"
#include "runtime/mutex.hpp"
#include "runtime/real.hpp"
#include "runtime/sync_object.hpp"
#include "runtime/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

bool can_resume(const Thread& waiter) {
  return waiter.queued_on == nullptr && is_free(*static_cast<const pthread_mutex_t*>(waiter.waits_on));
}

bool can_resume_unwoken(const Thread& waiter) {
  return is_free(*static_cast<const pthread_mutex_t*>(waiter.waits_on));
}

// `deadline` is null for a wait without one. Returns ETIMEDOUT if it went on unwoken because of it.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline, clockid_t clock,
         const void* pc) {
  Thread& thread = self();
  Step& queueing = next_step(pc);
  queueing.touch(seat(condition, thread.number), 1, true);
  queueing.touch(address_of(mutex), sizeof *mutex, true);
  take_turn();
  check_not_freed(address_of(condition), pc);
  thread.queued_on = condition;
  give_back(*mutex);

  const bool may_be_unwoken = deadline != nullptr || current.execution->options().spurious_wakeups;
  Step& resuming = next_step(pc);
  resuming.touch(seat(condition, thread.number), 1, may_be_unwoken);
  resuming.touch(address_of(mutex), sizeof *mutex, true);
  if (deadline != nullptr) resuming.touch(kClock, 8, true);
  take_turn_when(may_be_unwoken ? can_resume_unwoken : can_resume, WaitsFor::condition, mutex);
  take(*mutex);
  if (thread.queued_on == nullptr) {
    resuming.accesses[0].writes = false;
    if (deadline != nullptr) --resuming.access_count;
    acquired(condition);
    return 0;
  }
  thread.queued_on = nullptr;
  if (deadline == nullptr) return 0;
  advance_clock_to(*deadline, clock);
  return ETIMEDOUT;
}

void signal(pthread_cond_t* condition, std::uint32_t most, const void* pc) {
  next_step(pc).touch(seats(condition), kSeats, true);
  take_turn();
  check_not_freed(address_of(condition), pc);
  releasing(condition);
  wake(condition, most);
}

}  // namespace

LINNET_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_wait)(condition, mutex);
  return wait(condition, mutex, nullptr, CLOCK_REALTIME, LINNET_PC);
}

LINNET_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                         const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_timedwait)(condition, mutex, deadline);
  return wait(condition, mutex, deadline, CLOCK_REALTIME, LINNET_PC);
}

LINNET_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                         const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline);
  return wait(condition, mutex, deadline, clock, LINNET_PC);
}

LINNET_EXPORT int pthread_cond_signal(pthread_cond_t* condition) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_signal)(condition);
  signal(condition, 1, LINNET_PC);
  return 0;
}

LINNET_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_broadcast)(condition);
  signal(condition, kSeats, LINNET_PC);
  return 0;
}

LINNET_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!scheduled()) return LINNET_REAL(pthread_cond_destroy)(condition);
  return 0;  // glibc would wait for waiters it does not know
}

LINNET_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  pthread_cond_wait(reinterpret_cast<pthread_cond_t*>(condition), reinterpret_cast<pthread_mutex_t*>(mutex));
  return thrd_success;
}

LINNET_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  const int result = pthread_cond_timedwait(reinterpret_cast<pthread_cond_t*>(condition),
                                            reinterpret_cast<pthread_mutex_t*>(mutex), deadline);
  return result == 0 ? thrd_success : thrd_timedout;
}

LINNET_EXPORT int cnd_signal(cnd_t* condition) {
  pthread_cond_signal(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}

LINNET_EXPORT int cnd_broadcast(cnd_t* condition) {
  pthread_cond_broadcast(reinterpret_cast<pthread_cond_t*>(condition));
  return thrd_success;
}

}  // namespace linnet::runtime

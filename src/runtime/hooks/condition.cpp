// Condition variables. A wait is three steps: give the mutex back and queue; be woken; take the mutex again.
//
// Waits of different threads do not conflict (each writes its own seat), a signal conflicts with all waits
// (it writes all seats, or reads them if nobody is queued), and which waiter it wakes is a choice. A timed
// wait may go on unwoken: that is its timeout. Only the mutex orders memory: a signal does not happen before
// the wake-up, which might have been spurious.
#include <pthread.h>
#include <threads.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/mutex.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

bool is_woken(const Thread& waiter) {
  return waiter.queued_on == nullptr;
}

// Gives the mutex back and queues.
void release(pthread_cond_t* condition, pthread_mutex_t* mutex, const void* pc) {
  Step& step = next_step(pc);
  step.touch(address_of(mutex), sizeof *mutex, true);
  step.touch(seat(condition, self().number), 1, true);
  take_turn();
  check_not_freed(address_of(condition), pc);
  self().queued_on = condition;
  give_back(*mutex);
}

// Returns whether the thread was woken. If that is not needed, being chosen before is a timeout, or a spurious
// wake-up if there is no deadline.
bool wake_up(pthread_cond_t* condition, const timespec* deadline, clockid_t clock, const void* pc) {
  Thread& thread = self();
  Step& step = next_step(pc);
  if (deadline == nullptr && !current.execution->options().spurious_wakeups) {
    step.touch(seat(condition, thread.number), 1, false);
    step.wait_for(kWoken);
    take_turn_when(is_woken, WaitsFor::condition, condition);
    return true;
  }
  step.touch(seat(condition, thread.number), 1, true);
  if (deadline != nullptr) step.touch(kClock, 8, true);
  step.conditional = true;
  take_turn();
  if (thread.queued_on == nullptr) {
    step.accesses[0].writes = false;
    if (deadline != nullptr) step.leave_out(1);
    return true;
  }
  thread.queued_on = nullptr;
  if (deadline != nullptr) advance_clock_to(*deadline, clock);
  return false;
}

// `deadline` is null for a wait without one. Returns ETIMEDOUT if it went on unwoken because of it.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline, clockid_t clock,
         const void* pc) {
  release(condition, mutex, pc);
  const bool woken = wake_up(condition, deadline, clock, pc);
  lock(mutex, pc);
  return woken || deadline == nullptr ? 0 : ETIMEDOUT;
}

void signal(pthread_cond_t* condition, std::uint32_t most, const void* pc) {
  Step& step = next_step(pc);
  step.touch(seats(condition), kSeats, true);
  step.conditional = true;
  take_turn();
  check_not_freed(address_of(condition), pc);
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

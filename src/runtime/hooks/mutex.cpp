// Mutexes of all kinds: a lock and an unlock are writes, a failed attempt is a read.
//
// A timed lock that does not get the mutex ends by its timeout: being chosen while another thread holds it
// means that the time is over.
#include "runtime/hooks/mutex.hpp"

#include <threads.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

constexpr int kFree = 0;
constexpr int kHeld = 1;

int owner_mark() {
  return static_cast<int>(self().number) + 1;
}

int kind_of(const pthread_mutex_t& mutex) {
  return mutex.__data.__kind & 3;
}

bool is_free(const pthread_mutex_t& mutex) {
  return mutex.__data.__lock == kFree;
}

bool can_lock(const Thread& waiter) {
  return is_free(*static_cast<const pthread_mutex_t*>(waiter.waits_on));
}

// The owner locks again. Nothing others could see happens.
bool locks_again(pthread_mutex_t& mutex, int& result) {
  if (is_free(mutex) || mutex.__data.__owner != owner_mark()) return false;
  if (kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    ++mutex.__data.__count;
    ++self().progress;
    result = 0;
    return true;
  }
  result = EDEADLK;
  return kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK;
}

// REQUIRES: is_free; the running thread is in a step that writes the mutex.
void take(pthread_mutex_t& mutex) {
  found(kFree);
  mutex.__data.__lock = kHeld;
  mutex.__data.__owner = owner_mark();
  acquired(&mutex);
}

}  // namespace

void give_back(pthread_mutex_t& mutex) {
  releasing(&mutex);
  found(mutex.__data.__lock == kFree ? kFree : kHeld);
  mutex.__data.__lock = kFree;
  mutex.__data.__owner = 0;
}

int lock(pthread_mutex_t* mutex, const void* pc) {
  int result = 0;
  if (locks_again(*mutex, result)) return result;
  object_step(mutex, sizeof *mutex, pc).wait_for(kFree);
  take_turn_when(can_lock, WaitsFor::mutex, mutex);
  check_not_freed(address_of(mutex), pc);
  take(*mutex);
  return 0;
}

int lock_or_give_up(pthread_mutex_t* mutex, int error, const void* pc) {
  int result = 0;
  if (locks_again(*mutex, result)) return result;
  object_step(mutex, sizeof *mutex, pc).conditional = true;
  current.execution->take_turn_or_spin(self(), address_of(mutex));
  check_not_freed(address_of(mutex), pc);
  if (!is_free(*mutex)) {
    found(kHeld);
    became_read(mutex);
    return error;
  }
  take(*mutex);
  return 0;
}

int unlock(pthread_mutex_t* mutex, const void* pc) {
  const bool owned = !is_free(*mutex) && mutex->__data.__owner == owner_mark();
  const int kind = kind_of(*mutex);
  if (!owned && (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK)) return EPERM;
  if (owned && kind == PTHREAD_MUTEX_RECURSIVE && mutex->__data.__count > 0) {
    --mutex->__data.__count;
    ++self().progress;
    return 0;
  }
  object_step(mutex, sizeof *mutex, pc);
  take_turn();
  check_not_freed(address_of(mutex), pc);
  give_back(*mutex);
  return 0;
}

LINNET_EXPORT int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!scheduled() || is_ground_code(LINNET_PC)) return LINNET_REAL(pthread_mutex_lock)(mutex);
  return lock(mutex, LINNET_PC);
}

LINNET_EXPORT int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!scheduled() || is_ground_code(LINNET_PC)) return LINNET_REAL(pthread_mutex_unlock)(mutex);
  return unlock(mutex, LINNET_PC);
}

extern "C" int linnet_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!scheduled()) return LINNET_REAL(pthread_mutex_trylock)(mutex);
  const int result = lock_or_give_up(mutex, EBUSY, LINNET_PC);
  return result == EDEADLK ? EBUSY : result;
}

extern "C" int linnet_pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_mutex_timedlock)(mutex, deadline);
  return lock_or_give_up(mutex, ETIMEDOUT, LINNET_PC);
}

extern "C" int linnet_pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                              const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_mutex_clocklock)(mutex, clock, deadline);
  return lock_or_give_up(mutex, ETIMEDOUT, LINNET_PC);
}

LINNET_EXPORT int mtx_lock(mtx_t* mutex) {
  if (!scheduled()) return LINNET_REAL(mtx_lock)(mutex);
  return lock(reinterpret_cast<pthread_mutex_t*>(mutex), LINNET_PC) == 0 ? thrd_success : thrd_error;
}

LINNET_EXPORT int mtx_unlock(mtx_t* mutex) {
  if (!scheduled()) return LINNET_REAL(mtx_unlock)(mutex);
  return unlock(reinterpret_cast<pthread_mutex_t*>(mutex), LINNET_PC) == 0 ? thrd_success : thrd_error;
}

extern "C" int linnet_mtx_trylock(mtx_t* mutex) {
  return linnet_pthread_mutex_trylock(reinterpret_cast<pthread_mutex_t*>(mutex)) == 0 ? thrd_success
                                                                                      : thrd_busy;
}

extern "C" int linnet_mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  return linnet_pthread_mutex_timedlock(reinterpret_cast<pthread_mutex_t*>(mutex), deadline) == 0
             ? thrd_success
             : thrd_timedout;
}

}  // namespace linnet::runtime

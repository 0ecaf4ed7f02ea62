// pthread spin locks: mutexes with another name.
#include <pthread.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

bool can_lock(const Thread& waiter) {
  return *static_cast<const volatile int*>(waiter.waits_on) == 0;
}

}  // namespace

LINNET_EXPORT int pthread_spin_init(pthread_spinlock_t* lock, int) {
  *lock = 0;
  return 0;
}

LINNET_EXPORT int pthread_spin_destroy(pthread_spinlock_t*) {
  return 0;
}

LINNET_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (scheduled()) {
    object_step(lock, sizeof *lock, LINNET_PC).wait_for(0);
    wait_for_object(lock, can_lock, WaitsFor::spin_lock, LINNET_PC);
    acquired(lock);
  }
  *lock = 1;
  return 0;
}

extern "C" int linnet_pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (scheduled()) {
    try_object(lock, sizeof *lock, LINNET_PC);
    found(static_cast<std::uint64_t>(*lock));
  }
  if (*lock != 0) {
    if (scheduled()) became_read(lock);
    return EBUSY;
  }
  if (scheduled()) acquired(lock);
  *lock = 1;
  return 0;
}

LINNET_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (scheduled()) {
    change_object(lock, sizeof *lock, LINNET_PC);
    found(static_cast<std::uint64_t>(*lock));
    releasing(lock);
  }
  *lock = 0;
  return 0;
}

}  // namespace linnet::runtime

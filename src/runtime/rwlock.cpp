// Read-write locks: a reader writes its own seat, a writer all seats, so that readers do not conflict.
#include <pthread.h>

#include <cerrno>

#include "runtime/export.hpp"
#include "runtime/real.hpp"
#include "runtime/sync_object.hpp"

namespace linnet::runtime {
namespace {

// Over glibc's object: all zero is free, as its static initialisers say.
struct Lock {
  std::uint32_t readers;
  std::uint32_t writer;  // its number plus one
};

Lock& state(pthread_rwlock_t* lock) {
  return *reinterpret_cast<Lock*>(lock);
}

bool can_read(const Thread& waiter) {
  return static_cast<const Lock*>(waiter.waits_on)->writer == 0;
}

bool can_write(const Thread& waiter) {
  const auto& lock = *static_cast<const Lock*>(waiter.waits_on);
  return lock.writer == 0 && lock.readers == 0;
}

void touch_seat(pthread_rwlock_t* lock, const void* pc) {
  next_step(pc).touch(seat(lock, self().number), 1, true);
}

void touch_all(pthread_rwlock_t* lock, const void* pc) {
  next_step(pc).touch(seats(lock), kSeats, true);
}

int read_lock(pthread_rwlock_t* lock, const void* pc) {
  if (state(lock).writer == self().number + 1) return EDEADLK;
  touch_seat(lock, pc);
  take_turn_when(can_read, WaitsFor::rwlock, lock);
  check_not_freed(address_of(lock), pc);
  ++state(lock).readers;
  acquired(lock);
  return 0;
}

int write_lock(pthread_rwlock_t* lock, const void* pc) {
  if (state(lock).writer == self().number + 1) return EDEADLK;
  touch_all(lock, pc);
  take_turn_when(can_write, WaitsFor::rwlock, lock);
  check_not_freed(address_of(lock), pc);
  state(lock).writer = self().number + 1;
  acquired(lock);
  return 0;
}

int gave_up(int error) {
  self().pending.expected.accesses[self().pending.expected.access_count - 1].writes = false;
  return error;
}

int read_lock_or_give_up(pthread_rwlock_t* lock, int error, const void* pc) {
  touch_seat(lock, pc);
  current.execution->take_turn_or_spin(self(), address_of(lock));
  check_not_freed(address_of(lock), pc);
  if (state(lock).writer != 0) return gave_up(error);
  ++state(lock).readers;
  acquired(lock);
  return 0;
}

int write_lock_or_give_up(pthread_rwlock_t* lock, int error, const void* pc) {
  touch_all(lock, pc);
  current.execution->take_turn_or_spin(self(), address_of(lock));
  check_not_freed(address_of(lock), pc);
  if (state(lock).writer != 0 || state(lock).readers != 0) return gave_up(error);
  state(lock).writer = self().number + 1;
  acquired(lock);
  return 0;
}

int unlock(pthread_rwlock_t* lock, const void* pc) {
  const bool writer = state(lock).writer == self().number + 1;
  if (writer) {
    touch_all(lock, pc);
  } else {
    touch_seat(lock, pc);
  }
  take_turn();
  check_not_freed(address_of(lock), pc);
  releasing(lock);
  if (writer) {
    state(lock).writer = 0;
  } else if (state(lock).readers > 0) {
    --state(lock).readers;
  }
  return 0;
}

}  // namespace

LINNET_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_rdlock)(lock);
  return read_lock(lock, LINNET_PC);
}

LINNET_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_wrlock)(lock);
  return write_lock(lock, LINNET_PC);
}

LINNET_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_unlock)(lock);
  return unlock(lock, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_tryrdlock)(lock);
  return read_lock_or_give_up(lock, EBUSY, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_trywrlock)(lock);
  return write_lock_or_give_up(lock, EBUSY, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_timedrdlock)(lock, deadline);
  return read_lock_or_give_up(lock, ETIMEDOUT, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_timedwrlock)(lock, deadline);
  return write_lock_or_give_up(lock, ETIMEDOUT, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                                 const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline);
  return read_lock_or_give_up(lock, ETIMEDOUT, LINNET_PC);
}

extern "C" int linnet_pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                                 const timespec* deadline) {
  if (!scheduled()) return LINNET_REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline);
  return write_lock_or_give_up(lock, ETIMEDOUT, LINNET_PC);
}

}  // namespace linnet::runtime

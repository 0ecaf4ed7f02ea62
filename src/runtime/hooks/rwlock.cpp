// Read-write locks. Readers do conflict: what a writer waits for is that all of them are gone.
//
// Readers are not ordered among each other: what a writer released is learned by all, what readers released by
// writers alone.
#include <pthread.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"

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

// What a step finds: how many readers there are, or that there is a writer.
constexpr std::uint64_t kWriter = UINT64_MAX;

void found_state(const Lock& lock) {
  found(lock.writer != 0 ? kWriter : lock.readers);
}

const void* readers_of(const pthread_rwlock_t* lock) {
  return &reinterpret_cast<const Lock*>(lock)->readers;
}

const void* writers_of(const pthread_rwlock_t* lock) {
  return &reinterpret_cast<const Lock*>(lock)->writer;
}

void take_for_reading(pthread_rwlock_t* lock) {
  ++state(lock).readers;
  acquired(writers_of(lock));
}

void take_for_writing(pthread_rwlock_t* lock) {
  state(lock).writer = self().number + 1;
  acquired(writers_of(lock));
  acquired(readers_of(lock));
}

int read_lock(pthread_rwlock_t* lock, const void* pc) {
  if (state(lock).writer == self().number + 1) return EDEADLK;
  object_step(lock, sizeof(Lock), pc).wait_while(kWriter);
  take_turn_when(can_read, WaitsFor::rwlock, lock);
  check_not_freed(address_of(lock), pc);
  found_state(state(lock));
  take_for_reading(lock);
  return 0;
}

int write_lock(pthread_rwlock_t* lock, const void* pc) {
  if (state(lock).writer == self().number + 1) return EDEADLK;
  object_step(lock, sizeof(Lock), pc).wait_for(0);
  take_turn_when(can_write, WaitsFor::rwlock, lock);
  check_not_freed(address_of(lock), pc);
  found_state(state(lock));
  take_for_writing(lock);
  return 0;
}

void attempt(pthread_rwlock_t* lock, const void* pc) {
  object_step(lock, sizeof(Lock), pc).conditional = true;
  current.execution->take_turn_or_spin(self(), address_of(lock));
  check_not_freed(address_of(lock), pc);
  found_state(state(lock));
}

int read_lock_or_give_up(pthread_rwlock_t* lock, int error, const void* pc) {
  attempt(lock, pc);
  if (state(lock).writer != 0) {
    became_read(lock);
    return error;
  }
  take_for_reading(lock);
  return 0;
}

int write_lock_or_give_up(pthread_rwlock_t* lock, int error, const void* pc) {
  attempt(lock, pc);
  if (state(lock).writer != 0 || state(lock).readers != 0) {
    became_read(lock);
    return error;
  }
  take_for_writing(lock);
  return 0;
}

int unlock(pthread_rwlock_t* lock, const void* pc) {
  object_step(lock, sizeof(Lock), pc);
  take_turn();
  check_not_freed(address_of(lock), pc);
  found_state(state(lock));
  if (state(lock).writer == self().number + 1) {
    releasing(writers_of(lock));
    state(lock).writer = 0;
  } else if (state(lock).readers > 0) {
    releasing(readers_of(lock));
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

// pthread spin locks: mutexes with another name. A lock that is held has the number of its holder, plus one.
#include <pthread.h>

#include <cerrno>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {
namespace {

// Whether a lock need not block: it is free, or an error has to be reported.
bool can_spin(const Thread& waiter) {
  const int value = *static_cast<const volatile int*>(waiter.waits_on);
  return value == 0 || static_cast<std::uint32_t>(value) == kDestroyed;
}

int holder_mark() {
  return static_cast<int>(self().number) + 1;
}

// In the graph of a memory model.
AtomicOperation locking() {
  return {.change = Change::compare,
          .order = MemoryOrder::acquire,
          .failure_order = MemoryOrder::relaxed,
          .operand = static_cast<std::uint64_t>(holder_mark()),
          .expected = 0};
}

[[noreturn]] void misused(LockError error, const pthread_spinlock_t& lock, const void* pc) {
  fail(LockMisuse{.error = error,
                  .what = WaitsFor::spin_lock,
                  .object = address_of(&lock),
                  .other = marked_by(static_cast<std::uint32_t>(lock))},
       pc);
}

void check_exists(const pthread_spinlock_t& lock, const void* pc) {
  if (static_cast<std::uint32_t>(lock) == kDestroyed) [[unlikely]]
    misused(LockError::uses_destroyed, lock, pc);
}

}  // namespace

LINNET_EXPORT int pthread_spin_init(pthread_spinlock_t* lock, int) {
  *lock = 0;
  return 0;
}

LINNET_EXPORT int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (!scheduled()) return 0;
  destroy_object(lock, sizeof *lock, LINNET_PC);
  check_exists(*lock, LINNET_PC);
  if (*lock != 0) misused(LockError::destroys_held, *lock, LINNET_PC);
  *lock = static_cast<int>(kDestroyed);
  return 0;
}

LINNET_EXPORT int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (scheduled()) {
    object_step(lock, sizeof *lock, LINNET_PC).wait_for(0);
    if (current.graph != nullptr) {
      take_in_graph(lock, sizeof *lock, {lock}, locking(), can_spin, WaitsFor::spin_lock, LINNET_PC);
      return 0;
    }
    wait_for_object(lock, sizeof *lock, can_spin, WaitsFor::spin_lock, LINNET_PC);
    check_exists(*lock, LINNET_PC);
    acquired(lock);
  }
  *lock = holder_mark();
  return 0;
}

extern "C" int linnet_pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (scheduled() && current.graph != nullptr)
    return try_in_graph(lock, sizeof *lock, {lock}, locking(), LINNET_PC).wrote ? 0 : EBUSY;
  if (scheduled()) {
    try_object(lock, sizeof *lock, LINNET_PC);
    check_exists(*lock, LINNET_PC);
    found(static_cast<std::uint64_t>(*lock));
  }
  if (*lock != 0) {
    if (scheduled()) became_read(lock);
    return EBUSY;
  }
  if (scheduled()) acquired(lock);
  *lock = holder_mark();
  return 0;
}

// On x86 a store without lock.
LINNET_EXPORT int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (scheduled() && current.graph != nullptr) {
    if (*lock != holder_mark()) misused(LockError::unlocks, *lock, LINNET_PC);
    change_object(lock, sizeof *lock, LINNET_PC);
    store_word({lock}, 0, LINNET_PC);
    return 0;
  }
  if (scheduled()) {
    change_object(lock, sizeof *lock, LINNET_PC);
    check_exists(*lock, LINNET_PC);
    if (*lock != holder_mark()) misused(LockError::unlocks, *lock, LINNET_PC);
    found(static_cast<std::uint64_t>(*lock));
    releasing(lock);
  }
  *lock = 0;
  return 0;
}

}  // namespace linnet::runtime

// Read-write locks. Readers do conflict, because a writer waits until all of them are gone.
//
// Readers are not ordered among each other: what a writer released is acquired by all, what readers released
// only by writers.
#include "runtime/hooks/rwlock.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "runtime/hooks/real.hpp"
#include "runtime/hooks/sync_object.hpp"
#include "runtime/hooks/virtual_clock.hpp"

namespace linnet::runtime {
namespace {

// Stored in glibc's object: all zero is free, as in its static initialisers.
struct Lock {
  std::uint32_t readers;  // or kDestroyed
  std::uint32_t writer;   // its number plus one
};

Lock& state(void* lock) {
  return *static_cast<Lock*>(lock);
}

bool is_destroyed(const Lock& lock) {
  return lock.readers == kDestroyed;
}

// A destroyed lock makes no thread wait: a thread that uses it gets an error.
bool is_free(const Lock& lock, For use) {
  return lock.writer == 0 && (use == For::reading || lock.readers == 0 || is_destroyed(lock));
}

template <For use>
bool can_lock(const Thread& waiter) {
  return is_free(*static_cast<const Lock*>(waiter.waits_on), use);
}

// The value that a step finds: the number of readers, or that there is a writer.
constexpr std::uint64_t kWriter = UINT64_MAX;

void found_state(const Lock& lock) {
  found(lock.writer != 0 ? kWriter : lock.readers);
}

[[noreturn]] void misused(LockError error, const Lock& lock, const void* pc) {
  fail(LockMisuse{.error = error,
                  .what = WaitsFor::rwlock,
                  .object = address_of(&lock),
                  .other = marked_by(lock.writer),
                  .readers = lock.readers},
       pc);
}

void check_exists(const Lock& lock, const void* pc) {
  if (is_destroyed(lock)) [[unlikely]]
    misused(LockError::uses_destroyed, lock, pc);
}

int take(Lock& lock, For use) {
  acquired(&lock.writer);
  if (use == For::reading) {
    ++lock.readers;
    self().read_locks.push_back(&lock);
  } else {
    lock.writer = self().number + 1;
    acquired(&lock.readers);
  }
  return 0;
}

// In the graph of a memory model both words are one: a failed attempt orders nothing.
ObjectWord word_of(const Lock& lock) {
  return {&lock, sizeof lock};
}
static_assert(offsetof(Lock, readers) == 0 && sizeof(Lock) == sizeof(std::uint64_t));

AtomicOperation locking(For use) {
  const std::uint64_t mark = std::uint64_t{self().number + 1} << 32;
  return {.change = use == For::reading ? Change::enter : Change::compare,
          .order = MemoryOrder::acquire,
          .failure_order = MemoryOrder::relaxed,
          .operand = use == For::reading ? 1 : mark,
          .expected = 0};
}

int taken_in_graph(Lock& lock, For use, std::uint64_t found, const void* pc) {
  if (static_cast<std::uint32_t>(found) == kDestroyed) misused(LockError::uses_destroyed, lock, pc);
  if (use == For::reading) self().read_locks.push_back(&lock);
  return 0;
}

}  // namespace

template <For use>
int lock_rwlock(void* object, const void* pc) {
  Lock& lock = state(object);
  if (lock.writer == self().number + 1) return EDEADLK;
  Step& step = object_step(object, sizeof(Lock), pc);
  use == For::reading ? step.wait_while(kWriter) : step.wait_for(0);
  if (current.graph != nullptr) {
    check_exists(lock, pc);
    const GraphMemory::Outcome outcome =
        take_in_graph(object, sizeof(Lock), word_of(lock), locking(use), can_lock<use>, WaitsFor::rwlock, pc);
    return taken_in_graph(lock, use, outcome.found, pc);
  }
  wait_for_object(object, sizeof(Lock), can_lock<use>, WaitsFor::rwlock, pc);
  check_exists(lock, pc);
  found_state(lock);
  return take(lock, use);
}

template int lock_rwlock<For::reading>(void* object, const void* pc);
template int lock_rwlock<For::writing>(void* object, const void* pc);

namespace {

// At once, or as a lock whose time is over.
int lock_or_give_up(void* object, For use, int error, const void* pc) {
  Lock& lock = state(object);
  if (current.graph != nullptr) {
    check_exists(lock, pc);
    const GraphMemory::Outcome outcome = try_in_graph(object, sizeof(Lock), word_of(lock), locking(use), pc);
    return outcome.wrote ? taken_in_graph(lock, use, outcome.found, pc) : error;
  }
  try_object(object, sizeof(Lock), pc);
  check_exists(lock, pc);
  found_state(lock);
  if (is_free(lock, use)) return take(lock, use);
  became_read(object);
  return error;
}

}  // namespace

void give_back_rwlock(void* object, const void* pc) {
  Lock& lock = state(object);
  if (current.graph != nullptr) fail_unsupported("a lock of glib or abseil under a memory model", pc);
  check_exists(lock, pc);
  found_state(lock);
  std::vector<const void*>& read_locks = self().read_locks;
  const auto held = std::ranges::find(read_locks, &lock);
  if (lock.writer == self().number + 1) {
    releasing(&lock.writer);
    lock.writer = 0;
  } else if (lock.readers > 0 && held != read_locks.end()) {
    read_locks.erase(held);
    releasing(&lock.readers);
    --lock.readers;
  } else {
    misused(LockError::unlocks, lock, pc);
  }
}

bool holds_rwlock(const void* object, For use) {
  const auto& lock = *static_cast<const Lock*>(object);
  return lock.writer == self().number + 1 || (use == For::reading && lock.readers > 0);
}

namespace {

int unlock_in_graph(Lock& lock, const void* pc) {
  check_exists(lock, pc);
  std::vector<const void*>& read_locks = self().read_locks;
  const auto held = std::ranges::find(read_locks, &lock);
  const bool writes = lock.writer == self().number + 1;
  if (!writes && held == read_locks.end()) misused(LockError::unlocks, lock, pc);
  if (!writes) read_locks.erase(held);
  const AtomicOperation operation{.change = writes ? Change::exchange : Change::subtract,
                                  .order = MemoryOrder::release,
                                  .operand = writes ? 0u : 1u};
  change_in_graph(&lock, sizeof lock, word_of(lock), operation, pc);
  return 0;
}

int unlock(void* object, const void* pc) {
  if (current.graph != nullptr) return unlock_in_graph(state(object), pc);
  change_object(object, sizeof(Lock), pc);
  give_back_rwlock(object, pc);
  return 0;
}

int destroy(pthread_rwlock_t* object, const void* pc) {
  Lock& lock = state(object);
  destroy_object(object, sizeof(Lock), pc);
  check_exists(lock, pc);
  if (lock.readers != 0 || lock.writer != 0) misused(LockError::destroys_held, lock, pc);
  lock.readers = kDestroyed;
  return 0;
}

}  // namespace

#define LINNET_RWLOCK(kind, use)                                                                             \
  LINNET_EXPORT int pthread_rwlock_##kind##lock(pthread_rwlock_t* object) {                                  \
    return scheduled() ? lock_rwlock<use>(object, LINNET_PC)                                                 \
                       : LINNET_REAL(pthread_rwlock_##kind##lock)(object);                                   \
  }                                                                                                          \
  extern "C" int linnet_pthread_rwlock_try##kind##lock(pthread_rwlock_t* object) {                           \
    return scheduled() ? lock_or_give_up(object, use, EBUSY, LINNET_PC)                                      \
                       : LINNET_REAL(pthread_rwlock_try##kind##lock)(object);                                \
  }                                                                                                          \
  extern "C" int linnet_pthread_rwlock_timed##kind##lock(pthread_rwlock_t* object,                           \
                                                         const timespec* deadline) {                         \
    return scheduled()                                                                                       \
               ? waited_until(*deadline, CLOCK_REALTIME, lock_or_give_up(object, use, ETIMEDOUT, LINNET_PC)) \
               : LINNET_REAL(pthread_rwlock_timed##kind##lock)(object, deadline);                            \
  }                                                                                                          \
  extern "C" int linnet_pthread_rwlock_clock##kind##lock(pthread_rwlock_t* object, clockid_t clock,          \
                                                         const timespec* deadline) {                         \
    return scheduled() ? waited_until(*deadline, clock, lock_or_give_up(object, use, ETIMEDOUT, LINNET_PC))  \
                       : LINNET_REAL(pthread_rwlock_clock##kind##lock)(object, clock, deadline);             \
  }

LINNET_RWLOCK(rd, For::reading)
LINNET_RWLOCK(wr, For::writing)

LINNET_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* object) {
  return scheduled() ? destroy(object, LINNET_PC) : LINNET_REAL(pthread_rwlock_destroy)(object);
}

LINNET_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* object) {
  return scheduled() ? unlock(object, LINNET_PC) : LINNET_REAL(pthread_rwlock_unlock)(object);
}

}  // namespace linnet::runtime

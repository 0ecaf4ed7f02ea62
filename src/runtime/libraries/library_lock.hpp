// The common part of the locks of glib and abseil: eight bytes for which all zero is free, and conditions to
// wait on. Outside an execution there is one thread, and nothing to do.
#pragma once

#include "runtime/hooks/condition.hpp"
#include "runtime/hooks/rwlock.hpp"
#include "runtime/hooks/sync_object.hpp"

namespace linnet::runtime {

inline bool is_never(const Thread&) {
  return false;
}

// A thread that already has it waits for itself.
template <For use>
void lock_library(void* lock, const void* pc) {
  if (!scheduled() || lock_rwlock<use>(lock, pc) == 0) return;
  object_step(lock, kRwlockSize, pc);
  take_turn_when(is_never, WaitsFor::mutex, lock);
}

// Releases the lock and queues on the condition, in one step; continues when it is woken or the deadline is
// over, and takes the lock again. Returns whether it was woken.
inline bool wait_in_library(const void* condition, void* lock, For use, const timespec* deadline,
                            clockid_t clock, const void* pc) {
  if (!scheduled()) return true;
  Step& step = object_step(lock, kRwlockSize, pc);
  step.touch(seats(lock), kSeats, true);
  step.touch(seat(condition, self().number), 1, true);
  step.conditional = true;
  take_turn();
  check_access(address_of(condition), 1, pc);
  give_back_rwlock(lock, pc);
  wake(lock, kSeats);  // threads that wait for anything guarded by the lock check again
  self().queued_on = condition;
  const bool woken = wake_up(condition, deadline, clock, pc);
  use == For::reading ? lock_library<For::reading>(lock, pc) : lock_library<For::writing>(lock, pc);
  return woken;
}

inline void signal_library(const void* condition, std::uint32_t most, const void* pc) {
  if (scheduled()) signal_condition(condition, most, pc);
}

}  // namespace linnet::runtime

// The common part of the blocking primitives: steps on an object, queues of waiters, deadlines.
//
// The state of a mutex, a semaphore, ... is stored in the program's own object, where glibc stores it too:
// static initialisers work, and the snapshot restores it with everything else. Thread::queued_on says which
// threads wait on a condition variable or a futex.
#pragma once

#include <ctime>
#include <optional>

#include "runtime/fibers/thread_table.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/atomic_step.hpp"

namespace linnet::runtime {

constexpr std::uint64_t kWoken = 1;  // the value that a waiter finds at its seat when it may continue

inline bool is_woken(const Thread& waiter) {
  return waiter.queued_on == nullptr;
}

inline Thread* waiting_thread(const void* object, std::uint32_t index) {
  for (Thread* thread : current.execution->live()) {
    if (thread->queued_on == object && index-- == 0) return thread;
  }
  return nullptr;
}

inline std::uint32_t count_waiting(const void* object) {
  std::uint32_t count = 0;
  for (const Thread* thread : current.execution->live()) count += thread->queued_on == object;
  return count;
}

// Wakes up to `most` of those queued on the object, which ones being the strategy's choice. Returns how many.
// The running step is a write of all seats, or a read if nobody waits.
inline std::uint32_t wake(const void* object, std::uint32_t most, bool is_system_call = false) {
  std::uint32_t waiting = current.graph != nullptr ? current.graph->wake(self(), object, most, is_system_call)
                                                   : count_waiting(object);
  std::uint32_t woken = 0;
  if (waiting == 0) {
    for (Access& access : self().pending.expected.accesses) {
      if (access.address == seats(object)) access.writes = false;
    }
  }
  if (current.graph != nullptr) return waiting;
  for (; waiting > 0 && woken < most; --waiting, ++woken) {
    const std::uint32_t chosen = waiting <= most - woken ? 0 : current.execution->choose(waiting);
    waiting_thread(object, chosen)->queued_on = nullptr;
  }
  return woken;
}

// The running thread, which is queued on the object, goes on when it is woken, or before if it may give up. Returns whether it was woken.
// Going on acquires what the other thread released, if anything is said about that.
inline bool sleep_until_woken(const void* object, bool may_give_up, WaitsFor what, const void* pc,
                              MemoryOrder order = MemoryOrder::plain) {
  Thread& thread = self();
  Step& step = next_step(pc);
  step.touch(seat(object, thread.number), 1, may_give_up);
  if (!may_give_up) {
    step.wait_for(kWoken);
    take_turn_when(is_woken, what, object);
    if (current.graph != nullptr) current.graph->go_on(thread, order);
    return true;
  }
  step.conditional = true;
  take_turn();
  const bool woken =
      current.graph != nullptr ? !current.graph->leave_queue(thread, object) : is_woken(thread);
  if (woken) step.accesses[0].writes = false;
  thread.queued_on = nullptr;
  return woken;
}

inline void acquired(const volatile void* object) {
  if (current.races != nullptr && self().ignored_order == 0 && current.graph == nullptr) [[unlikely]]
    current.races->acquires(self().number, address_of(object));
}

inline void releasing(const volatile void* object) {
  if (current.races != nullptr && self().ignored_order == 0 && current.graph == nullptr) [[unlikely]]
    current.races->releases(self().number, address_of(object));
}

// The next step takes the object for itself, as soon as `enabled`, or at once if the caller can also fail.
inline Step& object_step(const volatile void* object, std::uint32_t size, const void* pc) {
  check_written(object, size, pc);
  look_at_persistent(object, size, pc);
  Step& step = next_step(pc);
  step.touch(address_of(object), size, true);
  return step;
}

// These return in the step: one waits for the object, one may find it taken, and one changes it in any case.
inline void wait_for_object(const volatile void* object, std::uint32_t size, Enabled enabled, WaitsFor what,
                            const void* pc) {
  take_turn_when(enabled, what, object);
  check_access(address_of(object), size, pc);
}
inline void try_object(const volatile void* object, std::uint32_t size, const void* pc) {
  object_step(object, size, pc).conditional = true;
  current.execution->take_turn_or_spin(self(), address_of(object));
  check_access(address_of(object), size, pc);
}
inline void change_object(const volatile void* object, std::uint32_t size, const void* pc) {
  object_step(object, size, pc);
  take_turn();
  check_access(address_of(object), size, pc);
}

// Under a memory model an object has a word that is a location, and every operation on the object is an
// update of it. The rest of the object is right, since these updates are in one order. Each function returns
// in its step.
using AtomicOperation = GraphMemory::AtomicOperation;

// The word is at the start of the object, unless an offset is given.
struct ObjectWord {
  const volatile void* address;
  std::uint32_t size = sizeof(int);
};

inline GraphMemory::Outcome update_word(const ObjectWord& word, const AtomicOperation& operation,
                                        const void* pc) {
  return current.graph->update(self(), const_cast<void*>(word.address), word.size, operation, address_of(pc));
}
inline void store_word(const ObjectWord& word, std::uint64_t value, const void* pc) {
  current.graph->store(self(), const_cast<void*>(word.address), word.size, MemoryOrder::release, value,
                       address_of(pc));
}

// Waits until the update succeeds, or finds a value for which it need not wait. REQUIRES: next_step() was
// called.
inline GraphMemory::Outcome take_in_graph(const volatile void* object, std::uint32_t size,
                                          const ObjectWord& word, AtomicOperation operation, Enabled enabled,
                                          WaitsFor what, const void* pc) {
  operation.waits = true;
  if (current.graph->waits_in_graph()) {
    take_turn();
    check_access(address_of(object), size, pc);
  } else {
    wait_for_object(object, size, enabled, what, pc);
  }
  const GraphMemory::Outcome outcome = update_word(word, operation, pc);
  if (!outcome.wrote) became_read(object);
  if (!outcome.goes_on) current.execution->stay(self(), enabled, what, const_cast<const void*>(object));
  return outcome;
}
// At once, whether it succeeds or not.
inline GraphMemory::Outcome try_in_graph(const volatile void* object, std::uint32_t size,
                                         const ObjectWord& word, const AtomicOperation& operation,
                                         const void* pc) {
  try_object(object, size, pc);
  const GraphMemory::Outcome outcome = update_word(word, operation, pc);
  if (!outcome.wrote) became_read(object);
  return outcome;
}
inline void change_in_graph(const volatile void* object, std::uint32_t size, const ObjectWord& word,
                            const AtomicOperation& operation, const void* pc) {
  change_object(object, size, pc);
  update_word(word, operation, pc);
}

// The value of a destroyed object where its initialisers write zero; none of its functions leaves this value
// there. So the object is alive again as soon as it is initialised, by whatever means.
constexpr std::uint32_t kDestroyed = 0xdead10cc;

// The step that destroys an object, if another thread could use it. Like a free, it adds no traces if the
// program is right.
inline void destroy_object(const volatile void* object, std::uint32_t size, const void* pc) {
  if (current.graph != nullptr) {
    current.graph->overwritten(self(), address_of(object), size);
  } else if (!current.execution->is_alone(self())) {
    Step& step = object_step(object, size, pc);
    step.touch(seats(object), kSeats, true);
    take_turn();
  }
  check_access(address_of(object), size, pc);
}

// The thread that waits in a step that cannot be taken yet, or in the queue of the object.
inline std::optional<ThreadNumber> waiting_for(const volatile void* object) {
  for (const Thread* thread : current.execution->live()) {
    const bool blocked = thread->waits_on == object && thread->enabled != nullptr && !thread->took_step &&
                         !thread->enabled(*thread);
    if (blocked || thread->queued_on == object) return thread->number;
  }
  return std::nullopt;
}

// The thread that left its mark, its number plus one, in an object. Nothing if no thread of this execution
// did.
inline std::optional<ThreadNumber> marked_by(std::uint32_t mark) {
  const Thread* const thread = mark == 0 ? nullptr : find_thread(static_cast<ThreadNumber>(mark - 1));
  return thread != nullptr && thread->started ? std::optional(thread->number) : std::nullopt;
}

}  // namespace linnet::runtime

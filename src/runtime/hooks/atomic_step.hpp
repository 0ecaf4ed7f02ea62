// Steps that are one access to one location.
#pragma once

#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/memory_misuse.hpp"
#include "runtime/persistence/persistence.hpp"
#include "runtime/races/race_watch.hpp"
#include "runtime/races/weak_orders.hpp"

namespace linnet::runtime {

// Reports an atomic access to the race detector, with its actual kind.
inline void observe(const volatile void* location, std::uint32_t size, bool writes, AtomicKind kind,
                    int order, const void* pc) {
  if (!scheduled()) return;
  if (order != __ATOMIC_SEQ_CST) weak_orders().note(self(), location, pc);
  note_if_consume(order, self(), location, pc);
  if (writes && current.persistence != nullptr) [[unlikely]]
    current.persistence->storing(self(), {address_of(location), size, writes}, address_of(pc));
  if (current.races == nullptr) [[likely]]
    return;
  current.races->atomic(self(), {address_of(location), size, writes}, kind, order, address_of(pc));
}

// After a crash, the content of persistent memory may be open until now.
inline void look_at_persistent(const volatile void* location, std::uint64_t size, const void* pc) {
  if (current.persistence != nullptr) [[unlikely]]
    current.persistence->look(address_of(location), size, address_of(pc));
}

// Adds the access to a step. A possible store to persistent memory also accesses the order of stores there.
inline void touch(Step& step, const volatile void* location, std::uint32_t size, bool may_write) {
  step.touch(address_of(location), size, may_write);
  if (may_write && current.persistence != nullptr) [[unlikely]]
    current.persistence->touch_order(step, address_of(location), size);
}

// An access that changes memory. Returns when it may be made.
inline void busy_step(const volatile void* location, std::uint32_t size, const void* pc,
                      Drains drains = Drains::yes) {
  Thread& thread = self();
  look_at_persistent(location, size, pc);
  touch(current.execution->next_step(thread, address_of(pc), drains), location, size, true);
  current.execution->take_turn(thread);
  check_access(address_of(location), size, pc);
}

// The same, where a loop that puts back what it changed may come round. REQUIRES: called from a hook in hook_entry.S.
inline void looping_step(const volatile void* location, std::uint32_t size, const StepOperands& operands,
                         const void* pc, Drains drains = Drains::yes) {
  Thread& thread = self();
  look_at_persistent(location, size, pc);
  touch(current.execution->next_step(thread, address_of(pc), drains), location, size, true);
  current.execution->look_for_undone_round(thread, address_of(location), operands);
  current.execution->take_turn(thread);
  check_access(address_of(location), size, pc);
}

// The value that the first access of the running step finds: for locations that guarded steps wait for.
inline void found(std::uint64_t value) {
  self().pending.expected.found = value;
}

// An access that may change nothing. A loop of such accesses that comes round with the same operands is
// recognised. REQUIRES: called from a hook in hook_entry.S.
inline void idle_step(const volatile void* location, std::uint32_t size, bool may_write,
                      const StepOperands& operands, const void* pc) {
  Thread& thread = self();
  look_at_persistent(location, size, pc);
  const Drains drains = may_write ? Drains::yes : Drains::no;
  touch(current.execution->next_step(thread, address_of(pc), drains), location, size, may_write);
  current.execution->take_turn_or_spin(thread, address_of(location), operands);
  check_access(address_of(location), size, pc);
}

// The same for an access that writes only if it finds the right value.
inline void conditional_step(const volatile void* location, std::uint32_t size, const StepOperands& operands,
                             const void* pc) {
  Thread& thread = self();
  look_at_persistent(location, size, pc);
  Step& step = current.execution->next_step(thread, address_of(pc));
  touch(step, location, size, true);
  step.conditional = true;
  current.execution->take_turn_or_spin(thread, address_of(location), operands);
  check_access(address_of(location), size, pc);
}

// The step that was announced as a write of `location` has only read it.
inline void became_read(const volatile void* location) {
  Step& step = self().pending.expected;
  for (std::uint8_t i = 0; i < step.access_count; ++i) {
    if (step.accesses[i].address == address_of(location)) step.accesses[i].writes = false;
  }
  if (current.persistence != nullptr) [[unlikely]]
    Persistence::leave_out_order(step, address_of(location));
}

}  // namespace linnet::runtime

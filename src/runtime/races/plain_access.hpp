// Plain accesses: no steps unless they are known to race.
#pragma once

#include "runtime/fibers/thread_table.hpp"
#include "runtime/hooks/atomic_step.hpp"

namespace linnet::runtime {

// Out of line: the hooks themselves stay a few instructions.
void observe_plain(const volatile void* location, std::uint32_t size, bool writes, const void* pc);
void look_for_plain_loop(const volatile void* location, std::uint32_t size, const void* pc);
void overwrite_atomics(const volatile void* location, std::uint32_t size, const void* pc);
void read_persistent(const volatile void* location, std::uint32_t size, const void* pc);
void write_persistent(const volatile void* location, std::uint32_t size, const void* pc);

// What a thread writes on its own stack is its own until another thread reads or writes there.
inline void note_whose_stack(std::uint64_t address) {
  if (is_stack_of_any_thread(address) && !self().on_own_stack(address)) [[unlikely]] {
    if (Thread* const owner = thread_of_stack(address)) owner->stack_is_shared = true;
  }
}

inline void plain_read(const volatile void* location, std::uint32_t size, const void* pc) {
  check_access(address_of(location), size, pc);
  note_whose_stack(address_of(location));
  self().reads_plainly(address_of(location), size);
  if (current.persistence != nullptr) [[unlikely]]
    read_persistent(location, size, pc);
  if (++self().plain_reads % PlainLoop::kLook == 0 || linnet_notes_plain_reads) [[unlikely]]
    look_for_plain_loop(location, size, pc);
  if (current.races != nullptr) [[unlikely]]
    observe_plain(location, size, false, pc);
}

inline void plain_write(const volatile void* location, std::uint32_t size, const void* pc) {
  check_access(address_of(location), size, pc);
  note_whose_stack(address_of(location));
  self().writes_plainly(address_of(location), size, address_of(pc));
  if (current.graph != nullptr) [[unlikely]]
    overwrite_atomics(location, size, pc);
  if (current.persistence != nullptr) [[unlikely]]
    write_persistent(location, size, pc);
  if (current.races != nullptr) [[unlikely]]
    observe_plain(location, size, true, pc);
}

}  // namespace linnet::runtime

// Accesses for which there is no memory: to a freed block, beside a block, to the stack of a function or thread that has ended; and reads of
// what was never written.
//
// A few instructions for every access of the program; what is wrong is found out of line.
#pragma once

#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/memory/arena.hpp"

namespace linnet::runtime {

// Ends the execution, if the access is wrong: these look closer.
void check_in_heap(std::uint64_t address, std::uint64_t size, const void* pc);
void check_on_stack_of_another(std::uint64_t address, std::uint64_t size, const void* pc);

[[noreturn]] void read_unwritten(std::uint64_t address, std::uint64_t size, const void* pc);

// Atomic accesses look at what they read. A plain one may only copy it, as that of an empty std::function: it is not checked.
inline void check_written(const volatile void* location, std::uint64_t size, const void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(location);
  if (Arena::covers(address) && Arena::is_unwritten(address, size)) [[unlikely]]
    read_unwritten(address, size, pc);
}

inline void check_access(std::uint64_t address, std::uint64_t size, const void* pc) {
  if (Arena::covers(address)) {
    if (!Arena::is_surely_in_block(address, size)) [[unlikely]]
      check_in_heap(address, size, pc);
  } else if (is_stack_of_any_thread(address) && !self().on_own_stack(address)) [[unlikely]] {
    check_on_stack_of_another(address, size, pc);
  }
}

}  // namespace linnet::runtime

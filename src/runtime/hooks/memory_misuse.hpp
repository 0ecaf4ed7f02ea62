// Accesses for which there is no memory: to a freed block, outside a block, to the stack of a function or
// thread that has ended; and reads of memory that was never written.
//
// This takes a few instructions for every access of the program; the details of an error are found out of
// line.
#pragma once

#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/memory/arena.hpp"

namespace linnet::runtime {

// These check closely, and end the execution if the access is wrong.
void check_in_heap(std::uint64_t address, std::uint64_t size, const void* pc);
void check_on_stack_of_another(std::uint64_t address, std::uint64_t size, const void* pc);

[[noreturn]] void read_unwritten(std::uint64_t address, std::uint64_t size, const void* pc);

// Only atomic accesses are checked. A plain access may only copy an unwritten value, as for an empty
// std::function.
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

// Finds the instructions that access shared memory without the program's hooks: in inline assembly, in libraries and other code that is
// not instrumented.
//
// Atomic instructions (lock, xchg) and fences are found everywhere. Plain accesses are found in inline assembly, if the assembler
// has marked it, and in functions that are not instrumented, except those of the stack and of constants. They matter: a spin
// lock is taken with xchg and freed with mov, and release and acquire need nothing but mov.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/trace.hpp"
#include "protocol/watched_instruction.hpp"

namespace linnet {

// Those of a file that is loaded at `base`: the addresses found are those in the process. Sorted by address.
std::vector<WatchedInstruction> find_unseen_accesses(const std::string& file, std::uint64_t base);
// Those of all modules of a process, but for those that the runtime stands in for: libc and the C++ library with what belongs to
// them, and our own.
std::vector<WatchedInstruction> find_unseen_accesses(const std::vector<LoadedModule>& modules);

// Whether the runtime stands in for what the file does.
bool is_stood_in_for(std::string_view file);

}  // namespace linnet

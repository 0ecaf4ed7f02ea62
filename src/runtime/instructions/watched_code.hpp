// The instructions that `linnet` found in code that is not instrumented (protocol/watched_instruction.hpp), as hooks.
//
// The first byte of each is overwritten with hlt, which faults. The fault becomes a call (trap.hpp), which takes a step as the hooks
// of instrumented code do, and then the instruction is executed, from a copy elsewhere, with a jump back behind it. hlt is one
// byte long, so no other instruction is touched; a debugger lets the fault pass as it does other faults of ours.
//
// A file without atomic instructions may be a library that compresses or draws for long, and has nothing that is shared. If an execution
// has very many accesses of such files, they are watched no longer, but for those that are known to race, and the result says so.
//
// Atomic instructions are steps. Plain accesses are watched for races; nobody means what the race detector says of them (they are in
// assembly, or in a compiled library whose source is not here), so those that race become steps, as with --races=explore, and then they
// count as what they are on this processor: loads that acquire and stores that release.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/watched_instruction.hpp"

namespace linnet::runtime {

// What run_program() will watch. REQUIRES: sorted by address.
void set_watched_code(std::vector<WatchedInstruction> instructions);
// Overwrites them, once.
void watch_code();

// In a handler of SIGSEGV, if it was one of them that faulted: what shall happen when the handler returns.
bool stand_in_for_instruction(ucontext_t& context);
// The instruction that the copy at this address is of; other addresses are as they are.
std::uint64_t original_of_copy(std::uint64_t address);

// For each access of a file without atomic instructions. May end that they are watched.
void note_quiet_access(std::uint64_t pc);
void start_counting_quiet_accesses();
// An access of which nothing is known but its place: if it can be shared, the result tells the place and is not complete.
void note_unseen_access(const void* pc);
// The same for whatever a function accesses that is called at this place.
void note_unseen_call(const void* function, const void* pc);
// Those places, and where the accesses of files without atomic instructions were when they had become too many.
const std::vector<CallStack>& unseen_code();
void join_unseen_code(const std::vector<CallStack>& others);

// Whether a step or an access with this program counter is one of them: it is told by the address behind its first byte.
bool is_watched(std::uint64_t pc);
// As the hook that does the same would be called.
const char* name_of_watched(std::uint64_t pc);

// Where there are such instructions in the program's own code, `volatile` is what goes with them: such accesses are atomic.
bool volatile_is_atomic();

}  // namespace linnet::runtime

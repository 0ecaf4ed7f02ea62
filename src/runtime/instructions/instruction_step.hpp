// What an instruction of code that is not instrumented does before it is executed: the step that a hook would take.
#pragma once

#include "protocol/watched_instruction.hpp"
#include "runtime/instructions/trap.hpp"

namespace linnet::runtime {

// Before every execution.
void forget_atomic_locations();
// Whether there are any.
bool are_atomic_locations_known();

void take_instruction_step(const WatchedInstruction& instruction, const TrappedRegisters& registers);

}  // namespace linnet::runtime

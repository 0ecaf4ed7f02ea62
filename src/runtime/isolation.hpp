// --isolate=fork: every execution in a child of a process that never ran one.
//
// For what the snapshot cannot put back: libraries that are not instrumented and keep mappings, descriptors or raw
// atomics of their own. The child runs the program and asks for each choice; strategy and judge stay with the parent,
// and what the child recorded comes back at the end. A child that dies costs one execution. Two messages between
// processes per step make this some hundred times slower than putting the state back.
#pragma once

#include <cstdint>

#include "protocol/outcome.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {

struct IsolatedExecution {
  Outcome outcome;
  std::uint64_t steps = 0;
};

// As Execution::run(). What it printed and recorded is found where it is after any other execution.
// REQUIRES: between next_execution() and finished().
IsolatedExecution run_in_child(Strategy& strategy, const RuntimeOptions& options);

}  // namespace linnet::runtime

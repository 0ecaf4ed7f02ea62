// What a trace shows of the program between two steps: where threads are and what addresses belong to. For replays
// only; nothing here is fast.
#pragma once

#include <cstdint>
#include <optional>

#include "protocol/execution_ending.hpp"
#include "protocol/trace.hpp"

namespace linnet::runtime {

// A thread that waits to take its next step.
struct PendingStep {
  CallStack where;
  std::optional<WaitsFor> waits_for;  // if the step can block
  bool may_crash = false;             // the machine, in this step
  bool looks = false;                 // decides what a crash left of a line
  std::uint32_t moment = 0;           // see ShadowStack
};
PendingStep pending_step(ThreadNumber thread);

// The block of the program's heap that the address lies in.
std::optional<HeapBlock> heap_block(std::uint64_t address);
// The function on whose stack the address lies, if it is on one. A variable of that function is to be looked for there: it may be of
// one that is not instrumented, and was called from there. Threads wait to take a step, except for `running`, which is at `where`.
std::optional<StackFrame> frame_of(std::uint64_t address, std::optional<ThreadNumber> running = {},
                                   const CallStack& where = {});
// The stacks of all threads of the last execution.
std::vector<StackRange> stacks();
// Steps that end or join a thread touch its pthread_t as if it were a location.
std::optional<ThreadNumber> thread_identified_by(std::uint64_t address);

// The value at an address, if there is memory: up to 8 bytes, little end first. REQUIRES: size <= 8.
std::optional<std::uint64_t> peek(std::uint64_t address, std::uint32_t size);

}  // namespace linnet::runtime

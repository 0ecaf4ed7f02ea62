// What a trace shows of the program between two steps: where threads are and what addresses belong to. It is
// meant only for replays; nothing here is fast.
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
  bool may_crash = false;             // the machine may crash in this step
  bool looks = false;                 // it decides what a crash left of a line
  std::uint32_t moment = 0;           // see ShadowStack
};
PendingStep pending_step(ThreadNumber thread);

// The block of the program's heap that contains the address.
std::optional<HeapBlock> heap_block(std::uint64_t address);
// The function on whose stack the address lies, if there is one. Look there for a variable of that function;
// the address may also belong to an uninstrumented function that was called from there. All threads wait to
// take a step, except `running`, which is at `where`.
std::optional<StackFrame> frame_of(std::uint64_t address, std::optional<ThreadNumber> running = {},
                                   const CallStack& where = {});
// The stacks of all threads of the last execution.
std::vector<StackRange> stacks();
// Steps that end or join a thread access its pthread_t as if it were a location.
std::optional<ThreadNumber> thread_identified_by(std::uint64_t address);

// The value at an address, if there is memory: up to 8 bytes, little end first. REQUIRES: size <= 8.
std::optional<std::uint64_t> peek(std::uint64_t address, std::uint32_t size);

}  // namespace linnet::runtime

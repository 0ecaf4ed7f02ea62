// What a replay saw of an execution, as addresses and numbers. `linnet` finds names and lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/message.hpp"
#include "schedule/step.hpp"

namespace linnet {

struct TracedAccess {
  Access access;
  std::optional<std::uint64_t> before, after;
  bool frees = false;
  // Steps that end or join a thread access its identity as if it were a location.
  std::optional<ThreadNumber> identifies = {};
  // Who creates a thread writes its birth, and the first step of the thread reads it.
  bool is_birth = false;
};

struct TracedStep {
  ThreadNumber thread = 0;
  runtime::CallStack where;
  std::string function;  // of the runtime that the program called, or empty: "pthread_mutex_lock", "free"
  std::optional<runtime::WaitsFor> waits_for;
  std::vector<TracedAccess> accesses;
  bool conditional = false;
  bool calls = false, returns = false, ends = false;
  bool may_crash = false, crashed = false;  // the machine
  bool looks = false;                       // at what a crash left
  bool taken = false;                       // false for a step that the execution did not survive
  std::uint32_t moment = 0;                 // how many functions its thread had entered and left by then
  // Under a memory model: the step whose write this one read, or kFromTheStart. Absent if it read nothing, or if that is not known.
  static constexpr std::uint32_t kFromTheStart = UINT32_MAX;
  std::optional<std::uint32_t> saw = {};
  bool early = false;  // its write comes, in modification order, before one that was made already

  auto members() {
    return std::tie(thread, where, function, waits_for, accesses, conditional, calls, returns, ends,
                    may_crash, crashed, looks, taken, moment, saw, early);
  }
};

struct StackRange {
  ThreadNumber thread = 0;
  std::uint64_t low = 0, high = 0;
};

// An address on the stack of a function: a return address or program counter in the function, and the start
// of its frame, which debug information calls the canonical frame address.
struct StackFrame {
  std::uint64_t address = 0;
  std::uint64_t pc = 0;
  std::uint64_t begins = 0;
};

// A file that the process has loaded: addresses in it are relative to `base`.
struct LoadedModule {
  std::string file;
  std::uint64_t base = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  bool ours = false;  // the library that runs the program

  auto members() { return std::tie(file, base, ranges, ours); }
};

struct Trace {
  // A very long execution is shown by its beginning and its end; this many steps are left out in between.
  std::vector<TracedStep> steps;
  std::uint64_t left_out = 0;
  // Blocks of the heap that were accessed or pointed to, in that order.
  std::vector<HeapBlock> blocks;
  std::vector<StackRange> stacks;
  // The frame of each address on a stack when it was first accessed.
  std::vector<StackFrame> frames;
  std::uint64_t object = 0;  // the one under test, or 0

  auto members() { return std::tie(steps, left_out, blocks, stacks, frames, object); }
};

// Addresses from here on are no memory: locations that steps access when they wait in a queue, create a
// thread or read a clock (runtime/hooks/location.hpp).
inline constexpr std::uint64_t kNoMemory = std::uint64_t{1} << 61;

}  // namespace linnet

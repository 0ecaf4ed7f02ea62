// Wraps a strategy and records every step: where its thread was, what it touched, what it found and left there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/inspect.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

struct TracedAccess {
  Access access;
  std::optional<std::uint64_t> before, after;
  bool frees = false;
};

struct TracedStep {
  ThreadNumber thread = 0;
  runtime::CallStack where;
  std::string function;  // of ours that the program called, or empty: "pthread_mutex_lock", "free"
  std::optional<runtime::WaitsFor> waits_for;
  std::vector<TracedAccess> accesses;
  bool conditional = false;
  bool calls = false, returns = false, ends = false;
  bool may_crash = false, crashed = false;  // the machine
  bool looks = false;                       // at what a crash left
  bool taken = false;                       // false for a step that the execution did not survive
};

class ExecutionTracer final : public Strategy {
 public:
  // REQUIRES: the strategy outlives the tracer.
  explicit ExecutionTracer(Strategy& strategy) : strategy_(strategy) {}

  bool next_execution() override { return strategy_.next_execution(); }
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override { return strategy_.choose(alternatives); }
  void took(const Step& step) override;
  void waiting(std::span<const Ready> blocked) override { strategy_.waiting(blocked); }
  void finished(Ending ending) override { strategy_.finished(ending); }

  // Of a very long execution its beginning and its end; so many are left out in between.
  const std::vector<TracedStep>& steps() const { return steps_; }
  std::uint64_t left_out() const { return left_out_; }
  // Of the heap, that were touched or pointed to, in the order in which that happened. After the execution their
  // memory is not there any more.
  const std::vector<runtime::HeapBlock>& blocks() const { return blocks_; }

 private:
  void forget_middle();
  TracedAccess observe(const Access& access);
  std::optional<std::uint64_t> value_at(const Access& access);
  void meet(std::uint64_t address);

  Strategy& strategy_;
  std::vector<TracedStep> steps_;
  std::uint64_t left_out_ = 0;
  std::vector<runtime::HeapBlock> blocks_;
};

}  // namespace linnet

// Wraps a strategy and records every step: where its thread was, what it touched, what it found and left there.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "protocol/trace.hpp"
#include "schedule/strategy.hpp"

namespace linnet::worker {

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

  // What was seen so far.
  Trace take() { return std::move(trace_); }

 private:
  void forget_middle();
  TracedAccess observe(const Access& access);
  std::optional<std::uint64_t> value_at(const Access& access);
  void meet(std::uint64_t address);

  Strategy& strategy_;
  Trace trace_;
};

}  // namespace linnet::worker

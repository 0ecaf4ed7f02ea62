// Wraps a strategy and records the schedule of each execution. As long as an execution makes the choices of
// the previous one, its steps must be the same, too: otherwise it has diverged.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "schedule/schedule.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class ScheduleRecorder final : public Strategy {
 public:
  // REQUIRES: the strategy outlives the recorder.
  ScheduleRecorder(Strategy& strategy, std::uint32_t program, std::vector<CodeOffset> racy_places = {},
                   std::optional<MemoryModel> memory_model = {})
      : strategy_(strategy), schedule_{program, {}, std::move(racy_places), memory_model} {}
  // Under a memory model there are more choices than are seen here, such as to read what was written last, so the same choices may lead
  // to other steps.
  void does_not_compare() { compares_ = false; }
  // All choices of this execution.
  void replace_choices(std::vector<Choice> choices) { schedule_.choices = std::move(choices); }

  bool next_execution() override;
  ThreadNumber pick(std::span<const Ready> ready) override;
  ThreadNumber repeats() override;
  std::optional<std::uint32_t> repeated_steps() const override { return strategy_.repeated_steps(); }
  bool skip(std::uint32_t steps) override;
  std::uint32_t choose(std::uint32_t alternatives) override;
  std::uint32_t look_back(std::span<const std::uint32_t> distances) override;
  void took(const Step& step) override;
  bool cuts(ThreadNumber thread, bool is_covered) override { return strategy_.cuts(thread, is_covered); }
  bool reorders() const override { return strategy_.reorders(); }
  void waiting(std::span<const Ready> left) override { strategy_.waiting(left); }
  void finished(Ending ending) override { strategy_.finished(ending); }

  // The schedule of the current execution so far, or of the last one.
  const Schedule& schedule() const { return schedule_; }
  // Keeps the steps of the current execution so far, or of the last one.
  void keep_taken() { keeps_taken_ = true; }
  const std::vector<Step>& taken() const { return taken_; }
  // A hash of each step: two executions of one schedule have the same hashes.
  const std::vector<std::uint64_t>& steps() const { return steps_; }
  // The next execution is compared with that one. REQUIRES: none is under way.
  void follows(Schedule schedule, std::vector<std::uint64_t> steps) {
    schedule_ = std::move(schedule);
    steps_ = std::move(steps);
  }

 private:
  void add(Choice choice);

  Strategy& strategy_;
  Schedule schedule_;
  std::vector<std::uint64_t> steps_;
  bool keeps_taken_ = false;
  std::vector<Step> taken_;
  // The previous execution, and whether this one is its beginning so far.
  std::vector<Choice> choices_before_;
  std::vector<std::uint64_t> steps_before_;
  bool repeats_ = false;
  bool compares_ = true;
};

}  // namespace linnet

// Wraps a strategy and keeps the schedule of each execution as it is made.
#pragma once

#include <utility>
#include <vector>

#include "schedule/schedule.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class ScheduleRecorder final : public Strategy {
 public:
  // REQUIRES: the strategy outlives the recorder.
  ScheduleRecorder(Strategy& strategy, std::uint32_t program, std::vector<CodeOffset> racy_places = {})
      : strategy_(strategy), schedule_{program, {}, std::move(racy_places)} {}

  bool next_execution() override;
  std::optional<ThreadNumber> pick(std::span<const Ready> ready) override;
  std::optional<ThreadNumber> repeats() override;
  std::uint32_t choose(std::uint32_t alternatives) override;
  void took(const Step& step) override { strategy_.took(step); }
  void waiting(std::span<const Ready> left) override { strategy_.waiting(left); }
  void finished(Ending ending) override { strategy_.finished(ending); }

  // Of the current execution so far, or of the last one.
  const Schedule& schedule() const { return schedule_; }

 private:
  Strategy& strategy_;
  Schedule schedule_;
};

}  // namespace linnet

// Follows a schedule, and says where the program no longer does.
//
// A schedule may be a beginning: after its last choice the execution continues with the first ready thread
// and first outcomes, without unneeded switches. If a choice cannot be made (its thread is not ready, an
// outcome is due instead), the execution is abandoned there, because anything further would not be a replay.
// A caller can ask to continue instead, as after the last choice, to see what the program does if one thing
// is different.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "schedule/schedule.hpp"
#include "schedule/strategy.hpp"

namespace linnet {

class ReplayStrategy final : public Strategy {
 public:
  enum class Misfits : std::uint8_t { end_it, go_on };
  explicit ReplayStrategy(Schedule schedule, Misfits misfits = Misfits::end_it)
      : schedule_(std::move(schedule)), goes_on_(misfits == Misfits::go_on) {}

  bool next_execution() override { return !std::exchange(started_, true); }
  ThreadNumber pick(std::span<const Ready> ready) override;
  std::uint32_t choose(std::uint32_t alternatives) override;
  std::uint32_t look_back(std::span<const std::uint32_t> distances) override;
  void finished(Ending ending) override;

  // Why the schedule does not belong to this program; empty if it does.
  const std::optional<std::string>& misfit() const { return misfit_; }

 private:
  void fail(const std::string& why);
  ThreadNumber free_choice(std::span<const Ready> ready);

  Schedule schedule_;
  bool goes_on_;
  std::size_t at_ = 0;
  bool started_ = false;
  std::optional<ThreadNumber> running_;
  std::optional<std::string> misfit_;
};

}  // namespace linnet

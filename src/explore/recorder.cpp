// ScheduleRecorder.
#include "explore/recorder.hpp"

namespace linnet {

bool ScheduleRecorder::next_execution() {
  if (!strategy_.next_execution()) return false;
  schedule_.choices.clear();
  return true;
}

std::optional<ThreadNumber> ScheduleRecorder::pick(std::span<const Ready> ready) {
  const auto thread = strategy_.pick(ready);
  if (thread) schedule_.choices.push_back({Choice::Kind::thread, *thread});
  return thread;
}

std::optional<ThreadNumber> ScheduleRecorder::repeats() {
  const auto thread = strategy_.repeats();
  if (thread) schedule_.choices.push_back({Choice::Kind::thread, *thread});
  return thread;
}

std::uint32_t ScheduleRecorder::choose(std::uint32_t alternatives) {
  const std::uint32_t outcome = strategy_.choose(alternatives);
  schedule_.choices.push_back({Choice::Kind::outcome, outcome});
  return outcome;
}

}  // namespace linnet

// Moves switches away, and keeps every schedule that still fails.
#include "driver/exploring/schedule_shortener.hpp"

#include <utility>
#include <vector>

namespace linnet {

namespace {

// Steps of one thread in a row, with the outcomes chosen in them.
struct Segment {
  ThreadNumber thread;
  std::vector<Choice> choices;
};

std::vector<Segment> segments_of(const Schedule& schedule) {
  std::vector<Segment> segments;
  for (const Choice& choice : schedule.choices) {
    const bool turns = choice.kind == Choice::Kind::thread;
    if (segments.empty() || (turns && segments.back().thread != choice.value)) {
      segments.push_back({turns ? choice.value : 0, {}});
    }
    segments.back().choices.push_back(choice);
  }
  return segments;
}

// The schedule with the later segment moved behind the earlier one.
Schedule joined(const Schedule& schedule, const std::vector<Segment>& segments, std::size_t earlier,
                std::size_t later) {
  Schedule result{schedule.program, {}, schedule.racy_places, schedule.memory_model};
  const auto append = [&result](const Segment& segment) {
    result.choices.insert(result.choices.end(), segment.choices.begin(), segment.choices.end());
  };
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (i != later) append(segments[i]);
    if (i == earlier) append(segments[later]);
  }
  return result;
}

// A shorter schedule, found by joining two segments.
std::optional<Schedule> join_some(const Schedule& schedule, const Rerun& rerun, std::uint64_t& reruns) {
  const std::vector<Segment> segments = segments_of(schedule);
  for (std::size_t earlier = 0; earlier < segments.size(); ++earlier) {
    for (std::size_t later = earlier + 2; later < segments.size(); ++later) {
      if (segments[later].thread != segments[earlier].thread) continue;
      if (reruns == 0) return std::nullopt;
      --reruns;
      const auto executed = rerun(joined(schedule, segments, earlier, later));
      if (executed && count_segments(*executed) < segments.size()) return executed;
    }
  }
  return std::nullopt;
}

}  // namespace

std::size_t count_segments(const Schedule& schedule) {
  return segments_of(schedule).size();
}

Schedule shorten(Schedule schedule, const Rerun& rerun, std::uint64_t most_reruns) {
  while (auto shorter = join_some(schedule, rerun, most_reruns)) schedule = *std::move(shorter);
  return schedule;
}

}  // namespace linnet

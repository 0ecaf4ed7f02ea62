// Finds a schedule with fewer switches that fails in the same way.
//
// A schedule is a list of segments: steps of one thread in a row. Two segments of one thread are joined by
// moving the later one up to the earlier one. If the result still fails in the same way it is kept, and so on
// until nothing can be joined. The caller decides what "in the same way" means, by running the schedule.
//
// Example: 0 1 0 1 0 with a crash at the end may become 0 1 0, if the steps of thread 1 can all come before
// those of the last segment.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "schedule/schedule.hpp"

namespace linnet {

// The schedule as it was executed, up to the failure; nothing if it did not fail in the same way.
using Rerun = std::function<std::optional<Schedule>(const Schedule&)>;

std::size_t count_segments(const Schedule& schedule);
Schedule shorten(Schedule schedule, const Rerun& rerun, std::uint64_t most_reruns);

}  // namespace linnet

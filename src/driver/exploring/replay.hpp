// Runs one execution again, as a schedule says, and records its trace with names and lines.
#pragma once

#include <string>

#include "driver/exploring/execution_judge.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "schedule/schedule.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

// The descriptor on which a fresh process hands back what it saw.
inline constexpr int kHandBack = 3;

// Of request.replay, in this process. Its kind is "completed" if nothing went wrong. Throws InputError if the
// schedule is one of another program. REQUIRES: called from drive().
Failure replay(const ExplorationRequest& request, ExecutionJudge* judge);

// The same in a new process of this program. If the schedule does not fit, the kind is "misfit".
Failure replay_in_fresh_process(const Schedule& schedule, const ExplorationRequest& request);

}  // namespace linnet

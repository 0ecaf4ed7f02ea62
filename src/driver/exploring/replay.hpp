// Runs one execution again, as a schedule says, and tells its trace with names and lines.
#pragma once

#include <string>

#include "driver/exploring/exploration.hpp"
#include "schedule/schedule.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// In a fresh process. Its kind is "completed" if nothing went wrong, and "misfit" if the schedule does not fit.
Failure replay_in_fresh_process(const Schedule& schedule, const Subject& subject,
                                const ExplorationRequest& request);

// The schedule request.replay, in that process. Throws InputError if it is one of another program.
Failure replay(const Subject& subject, const ExplorationRequest& request, Worker& worker);

}  // namespace linnet

// The strategies that an exploration goes through, and how far each may go.
//
// Unless the user names one strategy, bounded, guided, pos and dpor take turns (explore/portfolio.hpp), to the end of the space
// or of the budget. bounded has the first turn: most faults need two preemptions or fewer, and the first failure it finds has
// the fewest switches.
//
// If a number of preemptions is asked for without naming a strategy, all executions within it are the plan, and dpor goes
// beyond it for a while.
#pragma once

#include <vector>

#include "driver/exploring/exploration_request.hpp"
#include "protocol/requests.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// The memory model under which executions are graphs; nothing for interleavings. Throws InputError for what a model does not have.
std::optional<MemoryModel> model_asked(const ExplorationRequest& request);

struct ExplorationPlan {
  std::vector<PlannedStage> stages;
  bool in_turns = false;  // instead of one after the other
};

ExplorationPlan plan_exploration(const ExplorationRequest& request);

// What a report calls it, before anything has been done.
Stage stage_of(const PlannedStage& planned);

}  // namespace linnet

// The strategies that an exploration uses one after the other or in turns, and how far each may go.
//
// Unless the user names one strategy, bounded, guided, pos and dpor take turns (explore/turns.hpp), to
// the end of the space or of the budget. bounded has the first turn: most faults need two preemptions or
// fewer, and the first failure it finds has the fewest switches.
//
// If they find nothing, and the program uses memory orders weaker than seq_cst, the graphs of c11 follow
// (weak_memory.hpp).
//
// If a number of preemptions is given without naming a strategy, the plan is all executions within it, and
// then dpor beyond it for a while.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "driver/exploring/exploration_request.hpp"
#include "explore/turns.hpp"
#include "protocol/requests.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// The memory model under which executions are graphs; nothing for interleavings. Throws InputError for
// options that a model does not support.
std::optional<MemoryModel> model_asked(const ExplorationRequest& request);

// The time for which executions beyond a bound are explored.
double seconds_beyond(const ExplorationRequest& request);

// The first option of the request that no memory model supports; empty if there is none.
std::string_view only_for_interleavings(const ExplorationRequest& request);

struct ExplorationPlan {
  std::vector<PlannedStage> stages;
  bool in_turns = false;  // instead of one after the other
};

ExplorationPlan plan_exploration(const ExplorationRequest& request);

// Whose turn it is, with the limit of executions of the request.
Turns turns_of(const ExplorationPlan& plan, const ExplorationRequest& request);

// The stage of a report, before anything has been done.
Stage stage_of(const PlannedStage& planned);

}  // namespace linnet

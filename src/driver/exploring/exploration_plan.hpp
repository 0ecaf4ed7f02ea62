// The strategies that an exploration goes through, and how far each may go.
//
// Unless the user names one strategy, a short bounded pass comes first: most faults need two preemptions or fewer,
// and the first failure it finds has the fewest switches. Then dpor, to the end of the space or of the budget.
//
// If a number of preemptions is asked for without naming a strategy, all executions within it are the plan, and dpor
// goes beyond it for a while.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/exploring/exploration_request.hpp"
#include "explore/dpor.hpp"
#include "schedule/strategy.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

struct PlannedStage {
  std::unique_ptr<Strategy> strategy;
  Stage stage;  // its name and bound
  // Reaching these ends the stage, not the exploration.
  std::optional<std::uint64_t> share_of_executions;
  std::optional<double> share_of_seconds;
  // Adds what the strategy knows of itself.
  std::function<void(Stage&)> describe = [](Stage&) {};
  bool beyond_plan = false;      // what was asked for is done; running out of time here is no loss
  DporStrategy* dpor = nullptr;  // the strategy, if it is one: it can estimate, save and load

  bool is_preliminary() const { return share_of_executions.has_value(); }
};

std::vector<PlannedStage> plan_stages(const ExplorationRequest& request);

}  // namespace linnet

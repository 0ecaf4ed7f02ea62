// What a program under test does with generated tests: runs them, shows how far it is, and reports.
#pragma once

#include <functional>
#include <string>

#include "cli/exploration_options.hpp"
#include "driver/exploring/object_scenarios.hpp"
#include "verdict/check_report.hpp"

namespace linnet {

// `explain` runs a scenario in a process of its own, with all that is said of a failure; it prints unless `json`, and
// hands back what it does not print.
using ExplainFailure = std::function<std::string(const std::string& scenario, bool json)>;

ExitStatus run_and_report_generated(const ObjectScenario& subject, const ExplorationRequest& request,
                                    const ReportOptions& options, const std::function<bool()>& interrupted,
                                    const ExplainFailure& explain);

}  // namespace linnet

// The same failure of an object test with fewer operations, where there is one.
#pragma once

#include "driver/exploring/exploration_request.hpp"
#include "driver/exploring/object_scenarios.hpp"
#include "verdict/exploration_report.hpp"

namespace linnet {

// `failure` itself if none was found within a short search. From then on executions are those of another scenario:
// this comes last. REQUIRES: called from drive(), after explore() of that scenario.
Failure smaller_failure(const Failure& failure, const ObjectScenario& scenario,
                        const ExplorationRequest& request);

}  // namespace linnet

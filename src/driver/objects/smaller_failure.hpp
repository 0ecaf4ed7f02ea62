// Finds the same failure of an object test with fewer operations, if there is one.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// Returns `failure` itself if a short search finds nothing smaller. The search ends with request.seconds.
Failure smaller_failure(ProgramUnderTest& program, const Failure& failure, const ObjectScenario& scenario,
                        const ExplorationRequest& request, const ExplorationWatch& watch);

}  // namespace linnet

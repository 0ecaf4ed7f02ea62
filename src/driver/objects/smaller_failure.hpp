// The same failure of an object test with fewer operations, where there is one.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// `failure` itself if none was found within a short search, which ends with request.seconds.
Failure smaller_failure(ProgramUnderTest& program, const Failure& failure, const ObjectScenario& scenario,
                        const ExplorationRequest& request, const ExplorationWatch& watch);

}  // namespace linnet

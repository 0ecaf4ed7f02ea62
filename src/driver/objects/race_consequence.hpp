// What comes of a data race: the race is undefined behaviour, and what its author wants to know is what goes wrong because of it.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// Looks for what comes of the first race of the report, if there is one and races were to be reported: explores the scenario, or the
// program's main if that is null, with accesses that race as steps. It goes on for a number of executions, or up to request.seconds.
void add_consequence_of_race(ProgramUnderTest& program, const ObjectScenario* scenario,
                             const ExplorationRequest& request, const ExplorationWatch& watch,
                             ExploredProgram& report);

}  // namespace linnet

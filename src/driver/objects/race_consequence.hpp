// Finds the consequences of a data race: the race is undefined behaviour, but its author wants to know what
// goes wrong because of it.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// Looks for the consequences of the first race of the report, if there is one and races are reported:
// explores the scenario, or the program's main if `scenario` is null, with racing accesses as steps. It stops
// after a number of executions, or after request.seconds.
void add_consequence_of_race(ProgramUnderTest& program, const ObjectScenario* scenario,
                             const ExplorationRequest& request, const ExplorationWatch& watch,
                             ExploredProgram& report);

}  // namespace linnet

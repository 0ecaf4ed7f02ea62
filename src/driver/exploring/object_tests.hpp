// The one place where exploring learns whether the program has object tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/checking/check_request.hpp"
#include "driver/exploring/execution_judge.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "driver/exploring/object_scenarios.hpp"

namespace linnet {

// What there is to explore, one after the other: none for a program with a plain main. Throws InputError as
// find_scenarios() does. REQUIRES: called from drive(), before the first execution.
std::vector<ObjectScenario> scenarios_of_program(const ExplorationRequest& request);
std::string list_tests_of_program();

// From now on executions are those of this scenario. REQUIRES: it outlives them.
void choose(const ObjectScenario& scenario);
// The same, and the judge knows what they recorded. REQUIRES: the scenario has a specification.
// Throws InputError for options that do not go with each other.
std::unique_ptr<ExecutionJudge> choose_and_judge(const ObjectScenario& scenario, const CheckRequest& request);

// What the last execution recorded.
const runtime::Recording& recording_of_program();

}  // namespace linnet

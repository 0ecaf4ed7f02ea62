// Explores one scenario of an object test: with a specification at once, without one in two phases (Line-Up).
//
// Phase 1 runs the scenario serially and keeps what it sees as the specification. If that is deterministic, phase 2
// explores the concurrent executions, all with at most two preemptions and then more while the budget lasts, and
// judges them by it.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"

namespace linnet {

// Throws InputError for options that do not go with each other. REQUIRES: the scenario is one of the program's tests.
ExploredProgram explore_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                 const ExplorationRequest& request, const ExplorationWatch& watch);

// The program's own main, and the calls that it records if request.check.spec says what they promise. Throws InputError if that
// is said and no execution records one.
ExploredProgram explore_main(ProgramUnderTest& program, const ExplorationRequest& request,
                             const ExplorationWatch& watch);
// Who judges these; null if nothing is promised.
std::unique_ptr<RecordingJudge> judge_of_main(const CheckRequest& request);

// Who judges the scenario's executions, for a replay; null if its serial runs do not say. Throws as above.
std::unique_ptr<RecordingJudge> judge_of_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                                  const ExplorationRequest& request);

}  // namespace linnet

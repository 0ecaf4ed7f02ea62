// Explores one scenario of an object test: with a specification at once, without one in two phases (Line-Up).
//
// Phase 1 runs the scenario serially and keeps the results as the specification. If that is deterministic,
// phase 2 explores the concurrent executions, all with at most two preemptions and then more while the budget
// lasts, and judges them by it.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "driver/program/object_scenarios.hpp"

namespace linnet {

// Throws InputError for options that cannot be combined. REQUIRES: the scenario belongs to one of the
// program's tests.
ExploredProgram explore_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                 const ExplorationRequest& request, const ExplorationWatch& watch);

// Explores the program's own main, and judges the calls that it records if request.check.spec names their
// promise. Throws InputError if it does and no execution records a call.
ExploredProgram explore_main(ProgramUnderTest& program, const ExplorationRequest& request,
                             const ExplorationWatch& watch);
// The judge of these calls; null if nothing is promised.
std::unique_ptr<RecordingJudge> judge_of_main(const CheckRequest& request);

// The judge of the scenario's executions, for a replay; null if its serial runs give no specification. Throws
// as above.
std::unique_ptr<RecordingJudge> judge_of_scenario(ProgramUnderTest& program, const ObjectScenario& scenario,
                                                  const ExplorationRequest& request);

}  // namespace linnet

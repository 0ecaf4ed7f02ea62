// Runs the scenarios of a test program natively, and judges every distinct history: the driver of
// `linnet stress`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/program/object_scenarios.hpp"
#include "driver/native/stress_request.hpp"
#include "verdict/stressed_program.hpp"

namespace linnet {

// The scenarios to run: the program's, or random ones of its tests. Throws InputError as find_scenarios()
// does.
std::vector<ObjectScenario> scenarios_to_stress(ProgramUnderTest& program, const StressRequest& request);

struct StressWatch {
  std::function<bool()> interrupted;
  // The command that checks the history in this file again.
  std::function<std::string(const std::string& file, const ObjectScenario& scenario)> command;
};

// Throws InputError for options that cannot be combined, and if histories cannot be written. A program that
// dies is a crash in the report.
StressedProgram stress(ProgramUnderTest& program, const ObjectScenario& scenario,
                       const StressRequest& request, const StressWatch& watch);

// Checks a history of that test in a file. Throws InputError for everything that is wrong with it.
CheckedHistory check_against(const ObjectScenario& scenario, const StressRequest& request);

}  // namespace linnet

// What `linnet stress` and test programs for native runs do once a program is there: run its tests, and report.
#pragma once

#include <string>
#include <vector>

#include "cli/stress_options.hpp"
#include "driver/exploring/program.hpp"
#include "verdict/check_report.hpp"

namespace linnet {

struct StressingArguments {
  StressRequest request;
  StressReporting reporting;
  std::vector<std::string> words;  // those that say what is promised, as the user gave them
};

ExitStatus stress_and_report(ProgramUnderTest& program, const StressingArguments& arguments);

}  // namespace linnet

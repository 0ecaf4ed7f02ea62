// What `linnet stress` and test programs for native runs do once a program is built: run its tests, and
// report.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "cli/reporting.hpp"
#include "driver/program/program.hpp"
#include "driver/native/stress_request.hpp"

namespace linnet {

struct StressingArguments {
  StressRequest request;
  ReportOptions report;
  bool list = false;               // list the object tests instead of running them
  std::string program_name;        // as the user knows it
  bool of_several = false;         // several programs are run together
  std::string command;             // the command that runs it, without options
  std::vector<std::string> words;  // the user's options about the promise
};

void add_stress_options(OptionList& options, StressingArguments& arguments);
void stress_and_report(ProgramUnderTest& program, const StressingArguments& arguments, Reporting& reporting);

}  // namespace linnet

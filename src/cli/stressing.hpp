// What `linnet stress` and test programs for native runs do once a program is there: run its tests, and report.
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
  bool list = false;               // the object tests, instead of running them
  std::string program_name;        // as the user knows it
  bool of_several = false;         // programs that are run together
  std::string command;             // that runs it, without options
  std::vector<std::string> words;  // those that say what is promised, as the user gave them
};

void add_stress_options(OptionList& options, StressingArguments& arguments);
void stress_and_report(ProgramUnderTest& program, const StressingArguments& arguments, Reporting& reporting);

}  // namespace linnet

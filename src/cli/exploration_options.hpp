// The options that `linnet run` and every test program share.
#pragma once

#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "report/json/result_files.hpp"

namespace linnet {

// How the result is to be shown.
struct ReportOptions {
  bool json = false;
  bool quiet = false;
  bool list = false;  // the object tests, instead of running them
  std::string junit;  // a file
  ResultFiles files;
  std::string program_name;  // as the user knows it
};

// Those that a replay has, too, and all of an exploration.
void add_execution_options(OptionList& options, ExplorationRequest& request);
void add_exploration_options(OptionList& options, ExplorationRequest& request);
void add_report_options(OptionList& options, ReportOptions& report);

// Those words of the command line that a replay needs, too, as the user gave them. The scenario is not among them: a
// failure has its own.
std::vector<std::string> words_for_replay(const OptionList& options);

}  // namespace linnet

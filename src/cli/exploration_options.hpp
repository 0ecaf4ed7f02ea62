// The options that `linnet run` and every test program share.
#pragma once

#include <string>

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
  // How the user replays a schedule: the command with {} in its place.
  std::string replay_command;
};

// Those that a replay has, too, and all of an exploration.
void add_execution_options(OptionList& options, ExplorationRequest& request);
void add_exploration_options(OptionList& options, ExplorationRequest& request);
void add_report_options(OptionList& options, ReportOptions& report);

std::vector<std::string> report_words(const ReportOptions& options);

}  // namespace linnet

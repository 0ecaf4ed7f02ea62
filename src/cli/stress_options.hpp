// The options that `linnet stress` and every program built for it share.
#pragma once

#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "driver/native/stress_request.hpp"
#include "report/json/result_files.hpp"

namespace linnet {

// How the result is to be shown.
struct StressReporting {
  bool json = false, quiet = false, list = false;
  ResultFiles files;
  std::string program_name;  // as the user knows it
  std::string command;       // that runs it, without options
};

void add_stress_options(OptionList& options, StressRequest& request, StressReporting& reporting);
// Those words of the command line that say what is promised, as the user gave them.
std::vector<std::string> words_for_check(const OptionList& options);

}  // namespace linnet

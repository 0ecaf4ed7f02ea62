// The options that `linnet stress` and every program built for it share.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

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

void add_stress_options(CLI::App& app, StressRequest& request, StressReporting& reporting);

}  // namespace linnet

// What the commands that judge recorded histories have in common: check, measure, infer and watch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/option_list.hpp"
#include "driver/checking/check_request.hpp"
#include "report/json/result_files.hpp"
#include "verdict/check_report.hpp"

namespace linnet {

struct HistoryArguments {
  std::vector<std::string> files;
  CheckRequest request;
  std::string initial;
  bool json = false, quiet = false;
  ResultFiles results;
  std::string program = "linnet check";  // what repeats a check, as the user calls it
  std::string plot;                      // with measure: a file for a picture
  double idle = 0;                       // with watch, in seconds
};

// `add_own` declares those of the command itself, among them those that say what is promised.
void declare_options(OptionList& options, HistoryArguments& o, const std::function<void()>& add_own);

// The options as they were given, so that a report can end with the command that repeats it for one file.
std::string command_for(const HistoryArguments& o, const std::string& file);

// Announces on the terminal what begins, unless that would be in the way.
bool shows_progress(const HistoryArguments& o);
// Throws InputError if not everything could be written.
void flush_output();

// The commands themselves.
ExitStatus measure(const HistoryArguments& o);
ExitStatus infer(const HistoryArguments& o);
ExitStatus watch(const HistoryArguments& o);

}  // namespace linnet

// The arguments that the commands on recorded histories share: check, measure, infer and watch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "cli/reporting.hpp"
#include "driver/checking/check_driver.hpp"

namespace linnet {

struct HistoryArguments {
  HistoryArguments();

  std::vector<std::string> files;
  CheckRequest request;
  ReportOptions report;
  std::string program = "linnet check";  // the command that repeats a check, as the user calls it
  std::string plot;                      // with measure: a file for a picture
  double idle = 0;                       // with watch, in seconds
};

// `promise` is the heading of the options about the promise; empty: there are none.
enum class Files { one, several };
void add_history_options(OptionList& options, HistoryArguments& o, Files files, const std::string& promise);
// --experiment: another algorithm than the fastest that can decide.
void add_algorithms(OptionList& options, HistoryArguments& o);

// The options as they were given, so that a report can end with the command that repeats it for one file.
std::string command_for(const HistoryArguments& o, const std::string& file);

// Calls the function for one file after the other, and shows the results. If a file cannot be used, the
// others are processed nevertheless.
void show_each_file(const HistoryArguments& o, Reporting& reporting,
                    const std::function<Result(const std::string& file, const Announce& announce)>& look_at);

// The commands themselves.
ExitStatus measure(const HistoryArguments& o);
ExitStatus infer(const HistoryArguments& o);
ExitStatus watch(const HistoryArguments& o);

}  // namespace linnet

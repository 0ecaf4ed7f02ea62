// What `linnet run`, `linnet replay` and test programs do once a program is built: explore or replay it, and
// report.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "cli/reporting.hpp"
#include "driver/exploring/exploration_request.hpp"
#include "driver/program/program.hpp"

namespace linnet {

// The command with which a user replays a schedule: "linnet replay SCHEDULE queue.cpp -- -O1".
struct ReplayLine {
  std::string before, after;
};

struct ExploringArguments {
  ExplorationRequest request;
  ReportOptions report;
  std::vector<std::string> sources;  // of the program; empty if it was compiled elsewhere
  std::string client;                // a file for the client that shows a failure, as a program
  bool list = false;                 // the object tests, instead of running them
  std::string program_name;          // as the user knows it
  bool of_several = false;           // programs that are run together
  ReplayLine replay;
  std::vector<std::string> words;      // the user's options that a replay needs, too
  std::vector<std::string> all_words;  // without those that choose tests
};

// The options that a replay has, too, and all options of an exploration. `program_arguments` are the
// program's own, after `--`.
void add_execution_options(OptionList& options, ExplorationRequest& request);
void add_exploration_options(OptionList& options, ExploringArguments& arguments,
                             const std::vector<std::string>& program_arguments);
// What linnet relax has of them.
void add_relaxing_options(OptionList& options, ExploringArguments& arguments,
                          const std::vector<std::string>& program_arguments);

void explore_and_report(ProgramUnderTest& program, const ExploringArguments& arguments, Reporting& reporting);
// Which memory orders of the program could be weaker.
void relax_and_report(ProgramUnderTest& program, const ExploringArguments& arguments, Reporting& reporting);
// With `in_place` in the process of the program itself, as a debugger wants it.
ExitStatus replay_and_report(ProgramUnderTest& program, const ExploringArguments& arguments,
                             bool in_place = false);

}  // namespace linnet

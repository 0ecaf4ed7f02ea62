// A command: it declares its options, and runs.
//
// A new subcommand of `linnet` is a file that defines `Command NAME_command()`, and one line in main.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "linnet/spec.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

struct Command {
  std::string name;
  std::string summary;   // one sentence
  std::string examples;  // ends with the exit status
  // Declares options and returns the function to call once they are parsed. Its result is the exit status.
  std::function<std::function<ExitStatus()>(OptionList&)> declare;
};

// For a command that keeps its options in one struct: `declare` says where each value goes, and `run` gets
// all of them.
template <class Arguments, class Declare, class Run>
auto with_arguments(Declare declare, Run run) {
  return [=](OptionList& list) -> std::function<ExitStatus()> {
    auto arguments = std::make_shared<Arguments>();
    declare(list, *arguments);
    return [=] { return run(*arguments); };
  };
}

// Commands that the help shows together.
struct CommandGroup {
  std::string heading;  // empty: for our own use, and not shown
  std::vector<Command> commands;

  bool hidden() const { return heading.empty(); }
};

// `program` is how a user calls it, for the line that repeats a check.
Command check_command(const std::string& program = "linnet check", std::vector<Spec> own_specs = {});
Command convert_command();
Command documentation_command(std::vector<CommandGroup> shown);
// The words after `--` on the command line: flags of the compiler, and after a second `--` arguments of the
// program.
struct AfterDashes {
  std::vector<std::string> flags;
  std::vector<std::string> arguments;
};
Command infer_command();
Command liveness_command();
Command measure_command();
Command run_command(const AfterDashes& after);
Command replay_command(const AfterDashes& after);
Command relax_command(const AfterDashes& after);
Command report_command();
Command stress_command(const AfterDashes& after);
Command generate_command(const AfterDashes& after);
Command init_command(const AfterDashes& after);
Command merge_command();
Command watch_command();

// Programs made of commands: one with subcommands, and one that is a single command. They turn every failure
// into a sentence and an exit status.
int run_program(int argc, char** argv, const std::vector<CommandGroup>& groups);
int run_program(int argc, char** argv, const Command& command);
// The program `linnet` when a test program has started it: `path` is that program, and `words` its arguments.
int run_test_program(const std::string& path, int count, char** words);
// The same for the time before a command is known.
int run_guarded(const std::function<int()>& run);

}  // namespace linnet

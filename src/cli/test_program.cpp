// A program that is linked with one of our libraries runs as `linnet`, which the program itself starts, with
// the options of an exploration, of native runs or of checks.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/exploring.hpp"
#include "cli/quote.hpp"
#include "cli/stressing.hpp"
#include "driver/program/own_spec.hpp"
#include "protocol/start_linnet.hpp"

namespace linnet {

namespace {

Command exploring_command(const std::string& path, const std::string& name,
                          std::vector<std::string> arguments) {
  return {std::filesystem::path(name).filename(), "Explores what the threads of this program can do.",
          "What follows -- are arguments of the program itself.\n"
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (a limit was reached).",
          with_arguments<ExploringArguments>(
              [name, arguments](OptionList& list, ExploringArguments& o) {
                o.program_name = std::filesystem::path(name).filename();
                add_exploration_options(list, o, arguments);
                list.add("--replay SCHEDULE", &o.request.replay,
                         "Run the one execution of this schedule, and show all its steps.");
              },
              [path, name](ExploringArguments& o) {
                o.replay = {quote(name) + " --replay ", o.words.empty() ? "" : " " + quoted(o.words)};
                ProgramUnderTest program(path, {}, o.request.seconds);
                if (!o.request.replay.empty()) return replay_and_report(program, o);
                Reporting reporting(o.report);
                reporting.run_again_by(quote(name) + " ",
                                       o.all_words.empty() ? "" : " " + quoted(o.all_words));
                explore_and_report(program, o, reporting);
                return reporting.finish();
              })};
}

Command stressing_command(const std::string& path, const std::string& name) {
  return {std::filesystem::path(name).filename(),
          "Runs the object tests of this program natively, and checks what they did.",
          "Exit status: 0 passed, 1 violation, 2 bad input, 3 unknown (an operation did not return, or a "
          "limit was "
          "reached).",
          with_arguments<StressingArguments>(
              [name](OptionList& list, StressingArguments& o) {
                o.program_name = std::filesystem::path(name).filename();
                o.command = quote(name);
                add_stress_options(list, o);
              },
              [path](const StressingArguments& o) {
                ProgramUnderTest program(path, {}, o.request.seconds);
                Reporting reporting(o.report);
                stress_and_report(program, o, reporting);
                return reporting.finish();
              })};
}

Command checking_command(ProgramUnderTest& program, const std::string& name) {
  std::vector<Spec> specs;
  for (const ObjectTest& test : program.tests()) specs.push_back(make_own_spec(program, test));
  Command command = check_command(quote(name), std::move(specs));
  command.name = std::filesystem::path(name).filename();
  command.examples =
      "Exit status: 0 consistent, 1 violation, 2 bad input, 3 unknown; of several files, the worst.";
  return command;
}

}  // namespace

int run_test_program(const std::string& path, int count, char** words) {
  const char* const kind = std::getenv(kKindVariable);
  const std::string_view kind_name = kind == nullptr ? "" : kind;
  unsetenv(kKindVariable);
  if (kind_name == name_of(LibraryKind::checking)) {
    return run_guarded([&] {
      ProgramUnderTest program(path);
      return run_program(count, words, checking_command(program, words[0]));
    });
  }
  if (kind_name == name_of(LibraryKind::native))
    return run_program(count, words, stressing_command(path, words[0]));
  char** const end = words + count;
  char** const dashes =
      std::find_if(words, end, [](const char* word) { return std::string_view(word) == "--"; });
  const std::vector<std::string> arguments(dashes == end ? end : dashes + 1, end);
  return run_program(static_cast<int>(dashes - words), words, exploring_command(path, words[0], arguments));
}

}  // namespace linnet

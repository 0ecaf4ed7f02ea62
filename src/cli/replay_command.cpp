// linnet replay: one execution again, with all its steps.
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/exploration_options.hpp"
#include "cli/program_process.hpp"

namespace linnet {

namespace {

struct ReplayArguments {
  Compilation compilation;
  ExplorationRequest request;
  ReportOptions report;
  bool gdb = false;
};

// Stops where main or the object test begins: both are found once the program and its libraries are there. Signals that the
// runtime uses itself pass unseen.
std::vector<std::string> under_gdb(const std::vector<std::string>& command) {
  std::vector<std::string> words{"gdb", "-q"};
  for (const char* each : {"handle SIGSEGV SIGPROF nostop noprint pass", "set breakpoint pending on",
                           "break main", "break linnet_run_scenario", "run"}) {
    words.insert(words.end(), {"-ex", each});
  }
  words.push_back("--args");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

ExitStatus replay_schedule(ReplayArguments& o) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  const bool compiled = o.compilation.sources.size() == 1 && !is_source(o.compilation.sources[0]);
  const std::string program = compiled ? o.compilation.sources[0] : compile_instrumented(o.compilation);
  o.report.program_name = o.compilation.sources[0];
  std::vector<std::string> command{program.find('/') == program.npos ? "./" + program : program};
  for (const std::vector<std::string>& words : {execution_options(o.request), report_words(o.report)}) {
    command.insert(command.end(), words.begin(), words.end());
  }
  command.push_back("--replay=" + o.request.replay);
  return run_program_under_test(o.gdb ? under_gdb(command) : command);
}

}  // namespace

Command replay_command(const AfterDashes& after) {
  return {
      "replay", "Runs one execution again, and shows all its steps.",
      "The options and flags must be those of the run that printed the schedule: it prints the whole "
      "command.\n"
      "Examples:\n"
      "  linnet replay linnet1:9f3c77a1:0x4.1x2.0 stack.c -- -O1\n"
      "  linnet replay linnet1:9f3c77a1:0x4.1x2.0 build/stack_test\n"
      "Exit status: 0 it ended well, 1 it fails, 2 the schedule is of another program.",
      [after](OptionList& list) -> std::function<ExitStatus()> {
        auto options = std::make_shared<ReplayArguments>();
        list.group("What is tested");
        list.add("SCHEDULE", &options->request.replay, "The schedule, as a run printed it.").must_be_given();
        list.add("PROGRAM", &options->compilation.sources,
                 "The sources of the program, or the program itself.")
            .must_be_given();
        list.add("--compiler", &options->compilation.compiler, "The compiler, as it was given to run.")
            .takes("PROGRAM")
            .in_short_help();
        add_execution_options(list, options->request);
        list.group("Results");
        list.add("--gdb", &options->gdb, "Run under the debugger, stopped where main or the test begins.")
            .in_short_help();
        list.add("--json", &options->report.json, "Print one JSON object.").in_short_help();
        list.add_hidden("--quiet", &options->report.quiet);
        return [options, after] {
          options->compilation.flags = after.flags;
          options->request.arguments.insert(options->request.arguments.end(), after.arguments.begin(),
                                            after.arguments.end());
          return replay_schedule(*options);
        };
      }};
}

}  // namespace linnet

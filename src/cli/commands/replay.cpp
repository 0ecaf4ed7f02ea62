// linnet replay: runs one execution again, and shows all its steps.
#include <csignal>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/exploring.hpp"

namespace linnet {

namespace {

struct ReplayArguments : ExploringArguments {
  Compilation compilation;
  bool gdb = false;
};

// With commands that know the schedule, and stopped in the user's code: src/runtime/debugger.py.
std::vector<std::string> debugger() {
  constexpr const char* kCommands = "debugger.py";
  const std::optional<std::string> commands = find_library(kCommands);
  if (!commands) throw InputError(fmt::format("{} is not there: it belongs into lib/linnet", kCommands));
  return {"gdb", "-q", "-x", *commands, "-ex", "linnet start", "--args"};
}

ExitStatus replay_schedule(ReplayArguments& o) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  const std::vector<BuiltProgram> programs = build(o.compilation, Build::instrumented);
  if (programs.size() > 1)
    throw InputError(fmt::format("a schedule is of one program, and these sources are {}: name those of one",
                                 programs.size()));
  o.program_name = o.compilation.sources[0];
  const std::string& path = programs.front().path;
  if (!o.gdb) {
    ProgramUnderTest program(path);
    return replay_and_report(program, o);
  }
  std::signal(SIGINT, SIG_IGN);  // Ctrl-C is for the debugger
  try {
    ProgramUnderTest program(path, debugger());
    const ExitStatus status = replay_and_report(program, o, true);
    program.wait();
    return status;
  } catch (const ProgramDied&) {
    fmt::print(stderr, "linnet: the debugger ended before the execution did\n");
    return ExitStatus::unknown;
  }
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
      "Exit status: 0 the execution passed, 1 it failed, 2 the schedule belongs to another program.",
      with_arguments<ReplayArguments>(
          [after](OptionList& list, ReplayArguments& o) {
            o.compilation.flags = after.flags;
            o.request.execution.cuts.loops = true;  // as run does, unless it was told otherwise
            list.group("What is tested");
            list.add("SCHEDULE", &o.request.replay, "The schedule, as a run printed it.").must_be_given();
            list.add("PROGRAM", &o.compilation.sources, "The sources of the program, or the program itself.")
                .must_be_given();
            list.add("--compiler PROGRAM", &o.compilation.compiler, "The compiler, as it was given to run.")
                .in_short_help();
            add_execution_options(list, o.request);
            list.group("Results");
            list.add("--gdb", &o.gdb,
                     "Run under gdb, stopped where main or the first operation of a test begins; help linnet "
                     "lists more commands.")
                .in_short_help();
            list.add("--json", &o.report.json, "Print one JSON object.").in_short_help();
            list.add_hidden("--quiet", &o.report.quiet);
            list.afterwards([&o, after] {
              o.request.arguments.insert(o.request.arguments.end(), after.arguments.begin(),
                                         after.arguments.end());
            });
          },
          replay_schedule)};
}

}  // namespace linnet

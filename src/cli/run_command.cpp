// linnet run: compiles C or C++ and explores it, or explores a program that was linked with our library.

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/exploring.hpp"
#include "cli/quote.hpp"

namespace linnet {

namespace {

struct RunArguments : ExploringArguments {
  Compilation compilation;
};

// `linnet replay SCHEDULE SOURCE... OPTIONS -- FLAGS`
ReplayLine replay_line(const RunArguments& o) {
  ReplayLine line{"linnet replay ", " " + quoted(o.compilation.sources)};
  if (!o.compilation.compiler.empty()) line.after += " --compiler " + quote(o.compilation.compiler);
  if (!o.words.empty()) line.after += " " + quoted(o.words);
  if (!o.compilation.flags.empty()) line.after += " -- " + quoted(o.compilation.flags);
  return line;
}

ExitStatus compile_and_run(RunArguments& o) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  o.program_name = quoted(o.compilation.sources);
  o.replay = replay_line(o);
  ProgramUnderTest program(compiled_or_given(o.compilation), {}, o.request.seconds);
  return explore_and_report(program, o);
}

}  // namespace

Command run_command(const AfterDashes& after) {
  return {
      "run", "Compiles C or C++ and explores what its threads can do.",
      "Examples:\n"
      "  linnet run queue.cpp\n"
      "  linnet run kfifo_test.cpp --promise quasi:4\n"
      "  linnet run stack.c --strategy dpor --json -- -O1 -DTHREADS=2\n"
      "  linnet run server.cpp log.cpp --time 10m --checkpoint server.state -- -Iinclude -lfmt\n"
      "  linnet run tool.c -- -O1 -- input.txt       arguments of the program follow a second --\n"
      "Exit status: 0 passed, 1 violation, 2 bad input or does not compile, 3 unknown (a limit was reached).",
      with_arguments<RunArguments>(
          [after](OptionList& list, RunArguments& o) {
            o.compilation.flags = after.flags;
            add_compilation_options(
                list, o.compilation, "SOURCE",
                "The C and C++ files of one program, or a program that was linked with liblinnet_runtime.");
            add_exploration_options(list, o, after.arguments);
          },
          compile_and_run)};
}

}  // namespace linnet

// linnet run: compiles C or C++ and explores it, or explores a program that was linked with our library.

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/each_program.hpp"
#include "cli/exploring.hpp"
#include "cli/quote.hpp"

namespace linnet {

namespace {

struct RunArguments : ExploringArguments {
  Compilation compilation;
};

// `linnet replay SCHEDULE SOURCE... OPTIONS -- FLAGS`
ReplayLine replay_line(const RunArguments& o, const std::vector<std::string>& sources) {
  ReplayLine line{"linnet replay ", " " + quoted(sources)};
  if (!o.compilation.compiler.empty()) line.after += " --compiler " + quote(o.compilation.compiler);
  if (!o.words.empty()) line.after += " " + quoted(o.words);
  if (!o.compilation.flags.empty()) line.after += " -- " + quoted(o.compilation.flags);
  return line;
}

// `linnet run SOURCE... OPTIONS -- FLAGS`, with the names of tests behind the first word.
void tell_how_to_run_again(const RunArguments& o, Reporting& reporting) {
  std::string after = " " + quoted(o.compilation.sources);
  if (!o.all_words.empty()) after += " " + quoted(o.all_words);
  if (!o.compilation.flags.empty()) after += " -- " + quoted(o.compilation.flags);
  reporting.run_again_by("linnet run ", std::move(after));
}

ExitStatus compile_and_run(RunArguments& o) {
  return build_and_run_each(o, Build::instrumented,
                            [&o](ProgramUnderTest& program, const BuiltProgram& built, Reporting& reporting) {
                              tell_how_to_run_again(o, reporting);
                              o.sources = built.sources;
                              o.replay = replay_line(o, built.sources);
                              explore_and_report(program, o, reporting);
                            });
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
                "C and C++ files, or a program that was linked with liblinnet_runtime. Files with object "
                "tests "
                "or a main are programs of their own; the others belong to each of them.");
            add_exploration_options(list, o, after.arguments);
          },
          compile_and_run)};
}

}  // namespace linnet

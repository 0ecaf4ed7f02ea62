// linnet run: compiles C or C++ and explores it. The program explores itself: everything is in the library it is linked
// with, so that a program built by other means takes the same options.
#include <memory>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/exploration_options.hpp"
#include "cli/program_process.hpp"
#include "cli/quote.hpp"

namespace linnet {

namespace {

struct RunArguments {
  Compilation compilation;
  ExplorationRequest request;
  ReportOptions report;
};

// `linnet replay {} SOURCE... OPTIONS -- FLAGS`
std::string replay_command(const RunArguments& o) {
  std::string text = "linnet replay {} " + quoted(o.compilation.sources);
  if (!o.compilation.compiler.empty()) text += " --compiler " + quote(o.compilation.compiler);
  ExplorationRequest request = o.request;
  request.scenario.clear();  // the program adds that of the failure
  const std::vector<std::string> options = execution_options(request);
  if (!options.empty()) text += " " + quoted(options);
  if (!o.compilation.flags.empty()) text += " -- " + quoted(o.compilation.flags);
  return text;
}

ExitStatus run(RunArguments& o) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  const std::string program = compile_instrumented(o.compilation);
  o.report.program_name = quoted(o.compilation.sources);
  o.report.replay_command = replay_command(o);
  std::vector<std::string> command{program};
  for (const std::vector<std::string>& words : {all_options(o.request), report_words(o.report)}) {
    command.insert(command.end(), words.begin(), words.end());
  }
  return run_program_under_test(command);
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
      [after](OptionList& list) -> std::function<ExitStatus()> {
        auto options = std::make_shared<RunArguments>();
        list.group("What is tested");
        list.add("SOURCE", &options->compilation.sources, "The C and C++ files of one program.")
            .must_be_given();
        list.add("--compiler", &options->compilation.compiler, "The compiler: g++, clang++-19, ...")
            .takes("PROGRAM")
            .usually("$CXX or $CC, or g++ and gcc")
            .in_short_help();
        add_exploration_options(list, options->request);
        add_report_options(list, options->report);
        return [options, after] {
          options->compilation.flags = after.flags;
          options->request.arguments.insert(options->request.arguments.end(), after.arguments.begin(),
                                            after.arguments.end());
          return run(*options);
        };
      }};
}

}  // namespace linnet

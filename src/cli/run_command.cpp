// linnet run: compiles C or C++ and explores it, or explores a program that was linked with our library.
#include <memory>

#include <fmt/format.h>

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
ReplayLine replay_line(const RunArguments& o, const std::vector<std::string>& words) {
  ReplayLine line{"linnet replay ", " " + quoted(o.compilation.sources)};
  if (!o.compilation.compiler.empty()) line.after += " --compiler " + quote(o.compilation.compiler);
  if (!words.empty()) line.after += " " + quoted(words);
  if (!o.compilation.flags.empty()) line.after += " -- " + quoted(o.compilation.flags);
  return line;
}

ExitStatus run(RunArguments& o) {
  const TemporaryFolder folder;
  o.compilation.folder = folder.path();
  o.program_name = quoted(o.compilation.sources);
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
      [after](OptionList& list) -> std::function<ExitStatus()> {
        auto options = std::make_shared<RunArguments>();
        list.group("What is tested");
        list.add("SOURCE", &options->compilation.sources,
                 "The C and C++ files of one program, or a program that was linked with liblinnet_runtime.")
            .must_be_given();
        list.add("--compiler", &options->compilation.compiler, "The compiler: g++, clang++-19, ...")
            .takes("PROGRAM")
            .usually("$CXX or $CC, or g++ and gcc")
            .in_short_help();
        add_exploration_options(list, options->request);
        add_list_option(list, options->list);
        add_report_options(list, options->report);
        add_junit_option(list, options->report);
        return [options, after, &list] {
          options->compilation.flags = after.flags;
          std::vector<std::string> words = words_for_replay(list);
          for (const std::string& argument : after.arguments) {
            options->request.arguments.push_back(argument);
            words.push_back("--arg=" + argument);
          }
          options->replay = replay_line(*options, words);
          return run(*options);
        };
      }};
}

}  // namespace linnet

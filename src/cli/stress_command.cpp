// linnet stress: compiles object tests as they are, without instrumentation, and runs them on real threads.
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/criterion_options.hpp"
#include "cli/quote.hpp"
#include "cli/stressing.hpp"

namespace linnet {

namespace {

struct StressArguments : StressingArguments {
  Compilation compilation;
};

ExitStatus run(StressArguments& o) {
  const TemporaryFolder folder;
  const std::vector<std::string>& files = o.compilation.sources;
  std::string path = files.front();
  if (files.size() > 1 || is_source(files.front())) {
    o.compilation.folder = folder.path();
    path = compile_natively(o.compilation);
  }
  o.reporting.program_name = quoted(files);
  o.reporting.command = "linnet stress " + quoted(files);
  ProgramUnderTest program(path);
  return stress_and_report(program, o);
}

}  // namespace

Command stress_command(const AfterDashes& after) {
  return {
      "stress", "run object tests natively on real threads, and check what they did",
      "Examples:\n"
      "  linnet stress queue_test.cpp --time 10s\n"
      "  linnet stress map_test.cpp --random 20 --threads 3 --ops 15 --criterion weak --model weak-hb\n"
      "  linnet stress map_test.cpp --random 1 --ops 100000 --clock tsc --output histories -- -O3 -ltbb\n"
      "  linnet stress mwcas_test.cpp --words 2 --locations 16 --threads 4 --time 10s\n"
      "Exit status: 0 passed, 1 violation, 2 bad input or does not compile, 3 unknown (an operation did not "
      "return, or a limit was reached).",
      [after](CLI::App& app) -> std::function<ExitStatus()> {
        auto options = std::make_shared<StressArguments>();
        app.add_option("SOURCE|PROGRAM", options->compilation.sources,
                       "C and C++ files of one program, or a program that was linked with liblinnet_stress")
            ->required()
            ->type_name("FILE");
        app.add_option("--compiler", options->compilation.compiler,
                       "g++, clang++-19, ... (otherwise $CXX or $CC, or g++ and gcc)")
            ->type_name("PROGRAM");
        add_stress_options(app, options->request, options->reporting);
        return [options, after, &app] {
          options->compilation.flags = after.flags;
          options->words = words_for_check(app);
          return run(*options);
        };
      }};
}

}  // namespace linnet

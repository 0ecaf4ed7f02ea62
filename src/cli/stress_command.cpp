// linnet stress: compiles object tests as they are, without instrumentation, and runs them on real threads. The program
// runs itself, as for `linnet run`.
#include <csignal>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/program_process.hpp"
#include "cli/quote.hpp"
#include "cli/stress_options.hpp"
#include "cli/terminal.hpp"
#include "report/json/stress_report.hpp"

namespace linnet {

namespace {

struct StressArguments {
  Compilation compilation;
  StressRequest request;
  StressReporting reporting;
};

StressReport report_of(const ProgramDied& died, const StressArguments& o) {
  StressReport report;
  report.program = o.reporting.program_name;
  report.criterion = o.request.check.criterion;
  report.crash = strsignal(died.signal);
  return report;
}

ExitStatus run(StressArguments& o) {
  const TemporaryFolder folder;
  const std::vector<std::string>& files = o.compilation.sources;
  std::string program = files.front();
  if (files.size() > 1 || is_source(files.front())) {
    o.compilation.folder = folder.path();
    program = compile_natively(o.compilation);
  }
  o.reporting.program_name = quoted(files);
  o.reporting.command = "linnet stress " + quoted(files);
  std::vector<std::string> command{program};
  for (const std::string& word : stress_words(o.request, o.reporting)) command.push_back(word);
  try {
    return run_program_under_test(command);
  } catch (const ProgramDied& died) {
    if (died.signal == SIGINT || died.signal == SIGTERM || died.signal == SIGKILL) throw;
    const StressReport report = report_of(died, o);
    if (o.reporting.files.wanted()) write_result_files(o.reporting.files, to_json({&report, 1}));
    fmt::print("{}", o.reporting.json ? to_json({&report, 1}) : to_text(report, Terminal(stdout).style()));
    return report.status();
  }
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
        return [options, after] {
          options->compilation.flags = after.flags;
          return run(*options);
        };
      }};
}

}  // namespace linnet

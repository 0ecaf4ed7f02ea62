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
      "stress", "Runs object tests natively on real threads, and checks what they did.",
      "Examples:\n"
      "  linnet stress queue_test.cpp --duration 10s\n"
      "  linnet stress map_test.cpp --generate 20 --threads 3 --calls 5 --promise weak-hb\n"
      "  linnet stress map_test.cpp --generate 1 --calls 30000 --clock tsc --histories folder -- -O3 -ltbb\n"
      "  linnet stress mwcas_test.cpp --words 2 --locations 16 --threads 4 --duration 10s\n"
      "Exit status: 0 passed, 1 violation, 2 bad input or does not compile, 3 unknown (an operation did not "
      "return, or a limit was reached).",
      [after](OptionList& list) -> std::function<ExitStatus()> {
        auto options = std::make_shared<StressArguments>();
        list.group("What is tested");
        list.add("SOURCE|PROGRAM", &options->compilation.sources,
                 "The C and C++ files of one program, or a program that was linked with liblinnet_stress.")
            .must_be_given();
        list.add("--compiler", &options->compilation.compiler, "The compiler: g++, clang++-19, ...")
            .takes("PROGRAM")
            .usually("$CXX or $CC, or g++ and gcc")
            .in_short_help();
        add_stress_options(list, options->request, options->reporting);
        return [options, after] {
          options->compilation.flags = after.flags;
          return run(*options);
        };
      }};
}

}  // namespace linnet

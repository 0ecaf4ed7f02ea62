// From a run of generated tests to progress, text, JSON and files.
#include "cli/generated_run.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/terminal.hpp"
#include "cli/terminal_line.hpp"
#include "driver/generating/generated_run.hpp"
#include "report/json/generated_json.hpp"
#include "report/text/generated_text.hpp"
#include "report/json/junit_report.hpp"
#include "report/json/result_files.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

std::string progress_line(const GeneratedProgress& progress) {
  std::string line =
      fmt::format("{} of {:.0f} tests, {} failed, {:.1f}/s", with_thousands(progress.done), progress.planned,
                  progress.failed, static_cast<double>(progress.done) / progress.seconds);
  if (progress.done > 0) {
    const double left =
        (progress.planned - static_cast<double>(progress.done)) / static_cast<double>(progress.done);
    line += fmt::format(", about {} left", duration(progress.seconds * left));
  }
  return line;
}

}  // namespace

ExitStatus run_and_report_generated(const ObjectScenario& subject, const ExplorationRequest& request,
                                    const ReportOptions& options, const std::function<bool()>& interrupted,
                                    const ExplainFailure& explain) {
  GeneratedReport report;
  {
    TerminalLine line(STDERR_FILENO, !options.quiet && !options.json);
    report = run_generated_tests(
        subject, request,
        {[&](const GeneratedProgress& p) { line.show(p.seconds, [&] { return progress_line(p); }); },
         interrupted});
  }
  report.program = options.program_name;
  if (!options.junit.empty()) write_file(options.junit, to_junit(report));
  const GeneratedResult* failure = report.smallest_failure();
  if (failure != nullptr && (options.json || options.files.wanted()))
    report.failure = explain(failure->scenario, true);
  write_result_files(options.files, to_json(report));
  if (options.json) {
    fmt::print("{}", to_json(report));
  } else if (!options.quiet || failure != nullptr) {
    fmt::print("{}", to_text(report, Terminal(stdout).style()));
    if (failure != nullptr) {
      fmt::print("\nThe smallest test that failed, {}, by itself:\n", failure->scenario);
      std::fflush(stdout);
      explain(failure->scenario, false);
    }
  }
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return report.status();
}

}  // namespace linnet

// Native runs of one scenario after the other, and what is printed and written of them.
#include "cli/stressing.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/quote.hpp"
#include "cli/terminal.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/native/stress.hpp"
#include "report/json/json_report.hpp"
#include "report/json/stress_report.hpp"
#include "report/text/terminal_report.hpp"

namespace linnet {

namespace {

using Arguments = StressingArguments;

// Strengths that only the test declares, or a specification of the program's own, are known to the program only.
std::string check_again(const Arguments& o, const std::string& file, const ObjectScenario& scenario) {
  const std::string words = o.words.empty() ? "" : " " + quoted(o.words);
  const bool declared = asks_for_the_usual(o.request.check) && !scenario.strength.empty();
  if (!scenario.own_spec && !declared) return "linnet check " + quote(file) + words;
  return fmt::format("{} --test {} --check {}{}", o.reporting.command, scenario.test->name, quote(file),
                     words);
}

ExitStatus check_one(const Arguments& o, const std::vector<ObjectScenario>& scenarios) {
  const CheckReport report = check_against(scenarios.front(), o.request);
  const CheckReport reports[] = {report};
  if (o.reporting.files.wanted()) write_result_files(o.reporting.files, to_json(reports));
  fmt::print("{}", o.reporting.json ? to_json(reports)
                                    : to_text(report, check_again(o, o.request.history, scenarios.front()),
                                              Terminal(stdout).style()));
  return status_of(report.verdict);
}

ExitStatus run_all(ProgramUnderTest& program, const Arguments& o,
                   const std::vector<ObjectScenario>& scenarios) {
  const StressWatch watch{interrupted, [&](const std::string& file, const ObjectScenario& scenario) {
                            return check_again(o, file, scenario);
                          }};
  ExitStatus status = ExitStatus::pass;
  std::vector<StressReport> reports;
  for (const ObjectScenario& scenario : scenarios) {
    if (interrupted() && !reports.empty()) break;
    StressReport report = stress(program, scenario, o.request, watch);
    report.program = o.reporting.program_name + ": " + scenario.name;
    status = worse(status, report.status());
    if (!o.reporting.json && (!o.reporting.quiet || report.status() == ExitStatus::violation)) {
      fmt::print("{}", to_text(report, Terminal(stdout).style()));
      std::fflush(stdout);
    }
    reports.push_back(std::move(report));
  }
  if (o.reporting.files.wanted()) write_result_files(o.reporting.files, to_json(reports));
  if (o.reporting.json) {
    fmt::print("{}", to_json(reports));
  } else if (!o.reporting.quiet && !o.reporting.files.html.empty()) {
    fmt::print("Page: {}\n", o.reporting.files.html);
  }
  return status;
}

}  // namespace

ExitStatus stress_and_report(ProgramUnderTest& program, const StressingArguments& o) {
  program.require_native(true);
  const std::vector<ObjectScenario> scenarios = scenarios_to_stress(program, o.request);
  if (o.reporting.list) {
    for (const ObjectScenario& scenario : scenarios) fmt::print("{}: {}\n", scenario.name, scenario.text);
    return ExitStatus::pass;
  }
  if (!o.request.history.empty()) return check_one(o, scenarios);
  notice_interrupts();
  const ExitStatus status = run_all(program, o, scenarios);
  if (std::fflush(stdout) != 0) throw InputError("cannot write the result to standard output");
  return status;
}

}  // namespace linnet

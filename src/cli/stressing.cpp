// Runs one scenario after the other natively, and prints and writes the results.
#include "cli/stressing.hpp"

#include <fmt/format.h>

#include "base/interrupt.hpp"
#include "cli/quote.hpp"
#include "driver/checking/criteria.hpp"
#include "driver/native/stress.hpp"

namespace linnet {

namespace {

using Arguments = StressingArguments;

// Only the program knows strengths that the test declares, and its own specification.
std::string check_again(const Arguments& o, const std::string& file, const ObjectScenario& scenario) {
  const std::string words = o.words.empty() ? "" : " " + quoted(o.words);
  const bool declared = asks_for_the_usual(o.request.check) && !scenario.strength.empty();
  if (!scenario.own_spec && !declared) return "linnet check " + quote(file) + words;
  return fmt::format("{} --test {} --check {}{}", o.command, scenario.test->name, quote(file), words);
}

void check_one(const Arguments& o, const std::vector<ObjectScenario>& scenarios, Reporting& reporting) {
  CheckedHistory checked = check_against(scenarios.front(), o.request);
  checked.again = check_again(o, o.request.history, scenarios.front());
  reporting.show(std::move(checked));
}

void run_all(ProgramUnderTest& program, const Arguments& o, const std::vector<ObjectScenario>& scenarios,
             Reporting& reporting) {
  const StressWatch watch{interrupted, [&](const std::string& file, const ObjectScenario& scenario) {
                            return check_again(o, file, scenario);
                          }};
  for (const ObjectScenario& scenario : scenarios) {
    if (interrupted())
      return reporting.leave_out(scenarios.size() - static_cast<std::size_t>(&scenario - scenarios.data()));
    StressedProgram stressed = stress(program, scenario, o.request, watch);
    stressed.subject = o.program_name + ": " + scenario.name;
    reporting.show(std::move(stressed));
  }
}

}  // namespace

void stress_and_report(ProgramUnderTest& program, const StressingArguments& o, Reporting& reporting) {
  program.require(LibraryKind::native);
  const std::vector<ObjectScenario> scenarios = scenarios_to_stress(program, o.request);
  if (o.list) {
    const std::string before = o.of_several ? o.program_name + ": " : "";
    for (const ObjectScenario& scenario : scenarios)
      print_text(fmt::format("{}{}: {}\n", before, scenario.name, scenario.text));
    return;
  }
  if (!o.request.history.empty()) return check_one(o, scenarios, reporting);
  notice_interrupts(0);
  run_all(program, o, scenarios, reporting);
}

}  // namespace linnet

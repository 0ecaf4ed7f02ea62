// Judges and counts histories, and keeps the first violation.
#include "driver/native/native_findings.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/temporary_folder.hpp"
#include "driver/checking/check_driver.hpp"
#include "driver/checking/criteria.hpp"

namespace linnet {

NativeFindings::NativeFindings(const ObjectScenario& scenario, const StressRequest& request,
                               const StressWatch& watch)
    : scenario_(scenario), request_(request), check_(as_declared(request.check, scenario)), watch_(watch) {
  refuse_options_of_others(request.check);
  report.scenario = scenario.text;
  report.spec = scenario.spec->name();
  report.criterion = name_of(check_.criterion);
  report.checked = !request.record_only;
  if (!request.output.empty()) {
    folder();
    report.folder = request.output;
  }
}

void NativeFindings::run_rounds(ProgramUnderTest& program, const std::function<bool(int)>& round) {
  constexpr double kGrace = 1;  // seconds for the round that is running
  const double longest = std::max(request_.seconds, request_.patience) + kGrace;
  program.give_up_when([&, longest] { return watch_.interrupted() || seconds() >= longest; });
  try {
    for (int i = 0; i == 0 || !time_is_over(); ++i) {
      if (watch_.interrupted()) {
        report.reason = "stopped by Ctrl-C";
        break;
      }
      if (!round(i)) break;
    }
  } catch (const RunIsOver&) {
    report.reason = watch_.interrupted() ? "stopped by Ctrl-C" : "the program did not answer any more";
  } catch (const ProgramDied& died) {
    if (died.signal == 0) throw;
    report.crash = fmt::format("{} while running {}", strsignal(died.signal), scenario_.text);
  }
  program.give_up_when(watch_.interrupted);
  report.seconds = seconds();
}

bool NativeFindings::judge(std::size_t number, const std::function<History()>& make) {
  if (request_.record_only) return false;
  History history = make();
  history.resolve(*scenario_.spec);
  CheckedHistory checked = check_history(std::move(history), *scenario_.spec, check_, budget_of(check_));
  if (passed(checked.verdict)) return false;
  const bool first = violated(checked.verdict) ? report.inconsistent++ == 0 : report.undecided++ == 0;
  if (!first || !(violated(checked.verdict) || !report.found)) return false;
  folder().write(number, make());
  const std::string file = folder().file(number).string();
  report.found = StressedProgram::Found{std::move(checked), 1, file};
  report.again = watch_.command(file, scenario_);
  return true;
}

HistoryFolder& NativeFindings::folder() {
  if (folder_) return *folder_;
  std::string name = request_.output;
  if (name.empty()) name = make_temporary_folder("linnet-stress");
  return folder_.emplace(name, scenario_, "rounds.tsv");
}

double ratio_of_medians(std::vector<double> with, std::vector<double> without) {
  const auto median = [](std::vector<double>& numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return *middle;
  };
  return median(with) / median(without);
}

}  // namespace linnet

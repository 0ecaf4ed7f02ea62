// Native runs: rounds, histories, overhead and what was found.
#include "report/text/result_text.hpp"

#include <fmt/format.h>

#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"
#include "report/text/verdict_mark.hpp"

namespace linnet {

namespace {

std::string covered(const StressedProgram& r) {
  std::string text = fmt::format(
      "{}, {}", counted(r.rounds, "round"),
      r.histories == 1 ? "1 distinct history" : with_thousands(r.histories) + " distinct histories");
  if (!r.checked) text += ", not checked";
  if (r.inconsistent > 0) text += fmt::format(", {} of them inconsistent", with_thousands(r.inconsistent));
  if (r.undecided > 0) text += fmt::format(", {} of them undecided", with_thousands(r.undecided));
  if (r.overhead) text += fmt::format("; recording takes {:.2f} times as long as not", *r.overhead);
  return text + "; " + duration(r.seconds);
}

std::string found_text(const StressedProgram& report, const Style& style) {
  const StressedProgram::Found& found = *report.found;
  std::string text;
  if (found.check.explanation) text += "\n" + to_text(found.check.history, *found.check.explanation, style);
  if (const Unknown* unknown = std::get_if<Unknown>(&found.check.verdict))
    text += "  " + unknown->reason + "\n";
  constexpr std::size_t kReadable = 200;
  text += fmt::format("\n  This history was seen in {} of {}", with_thousands(found.rounds),
                      counted(report.rounds, "round"));
  text += report.scenario.size() <= kReadable ? " of " + report.scenario + "\n" : "\n";
  return text + "\n" + style.faint("Again: ") + report.again + "\n";
}

}  // namespace

std::string to_text(const StressedProgram& report, const Style& style) {
  std::string text = fmt::format("{}  {}", verdict_mark(report.status(), style), style.bold(report.subject));
  if (!report.crash.empty()) return text + "  the program died: " + report.crash + "\n";
  text += "  " + style.faint(covered(report)) + "\n";
  if (!report.reason.empty()) text += "  " + report.reason + "\n";
  if (report.found) text += found_text(report, style);
  if (!report.folder.empty()) text += fmt::format("  {} has all histories\n", report.folder);
  return text;
}

}  // namespace linnet

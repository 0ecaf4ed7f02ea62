// Native runs: rounds, histories, overhead and what was found.
#include "report/text/result_text.hpp"

#include <fmt/format.h>

#include "report/text/lines.hpp"
#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"

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
    text += paragraph(unknown->reason, 2, style);
  constexpr std::size_t kReadable = 200;
  text += fmt::format("\n  This history was seen in {} of {}", with_thousands(found.rounds),
                      counted(report.rounds, "round"));
  text += report.scenario.size() <= kReadable ? " of " + report.scenario + "\n" : "\n";
  return text + "\n" + style.faint("Again: ") + report.again + "\n";
}

}  // namespace

std::string to_text(const StressedProgram& report, const Style& style) {
  const std::string what = report.crash.empty() ? covered(report) : "the program died: " + report.crash;
  std::string text = headline(report.status(), report.subject, what, style);
  if (!report.crash.empty()) return text;
  if (!report.reason.empty()) text += paragraph(report.reason, 2, style);
  if (report.found) text += found_text(report, style);
  if (!report.folder.empty()) text += fmt::format("  {} has all histories\n", report.folder);
  return text;
}

}  // namespace linnet

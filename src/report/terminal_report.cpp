// The text of a checked history: one line for a verdict, the story of a violation below it.
#include "report/terminal_report.hpp"

#include <fmt/format.h>

#include "report/terminal_violation.hpp"
#include "report/units.hpp"

namespace linnet {

namespace {

std::string mark(const Verdict& verdict, const Style& style) {
  switch (status_of(verdict)) {
    case ExitStatus::pass: return style.green("✔ pass     ");
    case ExitStatus::violation: return style.red("✘ violation");
    case ExitStatus::unknown: return style.yellow("? unknown  ");
    case ExitStatus::bad_input: break;
  }
  return "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string measured(const CheckReport& r) {
  std::string text = counted(r.history.size(), "operation");
  if (r.parts > 1) text += fmt::format(" in {} parts", with_thousands(r.parts));
  if (!r.algorithms.empty()) text += " by " + joined(r.algorithms);
  return text + ", read in " + duration(r.read_seconds) + ", decided in " + duration(r.check_seconds);
}

std::string witness_text(const CheckReport& report, const Witness& witness) {
  std::string text = "  an order that explains it:\n";
  const History& history = report.history;
  for (const OperationIndex i : witness.order) {
    const Operation& op = history.operations[i];
    const Value label = history.words->threads[op.thread.value];
    text += fmt::format("    {:<24} thread {}\n", history.describe(op),
                        label.is_text() ? std::string(label.as_text()) : label.to_json());
  }
  return text;
}

}  // namespace

std::string to_text(const CheckReport& report, const std::string& command, const Style& style) {
  std::string text = fmt::format("{}  {}  {}\n", mark(report.verdict, style), style.bold(report.source),
                                 style.faint(fmt::format("{} {}; {}", report.criterion, report.spec, measured(report))));
  if (const Pass* pass = std::get_if<Pass>(&report.verdict)) {
    if (!pass->witness.order.empty()) text += witness_text(report, pass->witness);
  } else if (const Unknown* unknown = std::get_if<Unknown>(&report.verdict)) {
    text += "  " + unknown->reason + "\n";
  } else {
    if (report.explanation) text += "\n" + to_text(report.history, *report.explanation, style);
    text += "\n" + style.faint("Again: ") + command + "\n";
  }
  return text;
}

}  // namespace linnet

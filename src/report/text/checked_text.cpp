// The text of a checked history: one line for a verdict, and below it the explanation of a violation.
#include "report/text/result_text.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/lines.hpp"
#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

// The criterion with its details: "weak (causal)".
std::string promise(const CheckedHistory& r) {
  return r.model.empty() ? r.criterion : fmt::format("{} ({})", r.criterion, r.model);
}

std::string measured(const CheckedHistory& r) {
  std::string text = counted(r.operations, "operation");
  if (r.parts > 1) text += fmt::format(" in {} parts", with_thousands(r.parts));
  if (!r.algorithms.empty()) text += fmt::format(" by {}", fmt::join(r.algorithms, ", "));
  return text + ", read in " + duration(r.read_seconds) + ", decided in " + duration(r.check_seconds);
}

std::string witness_line(const History& history, OperationIndex i) {
  const Operation& op = history.operations[i];
  const Value label = history.words->threads[op.thread.value];
  return fmt::format("{:<24} thread {}", history.describe(op),
                     label.is_text() ? std::string(label.as_text()) : label.to_json());
}

std::string order_text(const History& history, const Witness& witness) {
  std::string text = "  an order that explains it:\n";
  for (const OperationIndex i : witness.order) text += fmt::format("    {}\n", witness_line(history, i));
  return text;
}

// Operations numbered by their place in the order, each with the numbers of those it sees.
std::string visibility_text(const History& history, const Witness& witness) {
  std::vector<std::string> lines;
  std::size_t widest = 0;
  std::vector<std::size_t> place(history.size());
  for (std::size_t at = 0; at < witness.order.size(); ++at) {
    place[witness.order[at]] = at + 1;
    lines.push_back(witness_line(history, witness.order[at]));
    widest = std::max(widest, columns(lines.back()));
  }
  std::string text = "  an order that explains it, and what each operation sees:\n";
  for (std::size_t at = 0; at < lines.size(); ++at) {
    std::string seen;
    for (const OperationIndex i : witness.visible[at])
      seen += fmt::format("{}{}", seen.empty() ? "" : ", ", place[i]);
    text +=
        fmt::format("  {:3}  {:<{}}  sees {}\n", at + 1, lines[at], widest, seen.empty() ? "nothing" : seen);
  }
  return text;
}

std::string witness_text(const History& history, const Witness& witness) {
  return witness.visible.empty() ? order_text(history, witness) : visibility_text(history, witness);
}

// "2 places earlier", and among which methods if there are several groups; empty if the operation is in its
// place.
std::string moved_text(const QuasiEvidence& evidence, OperationIndex i) {
  std::string text;
  for (const QuasiEvidence::Group& group : evidence.groups) {
    const auto at = std::ranges::lower_bound(group.displacements, i, {}, &Displacement::operation);
    if (at == group.displacements.end() || at->operation != i || at->distance == 0) continue;
    const auto distance = static_cast<std::uint64_t>(std::abs(at->distance));
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", counted(distance, "place"),
                        at->distance > 0 ? "later" : "earlier",
                        evidence.groups.size() == 1 ? "" : " among " + group.methods);
  }
  return text;
}

// A legal order, and where it differs from what happened.
std::string quasi_text(const CheckedHistory& report) {
  const QuasiEvidence& evidence = *report.quasi;
  std::string text;
  for (const QuasiWitness& witness : evidence.witnesses) {
    text += passed(report.verdict)
                ? "  a legal order, and how it differs from what happened:\n"
                : "  the closest legal order that was found, and how it differs from what happened:\n";
    std::size_t widest = 0;
    for (const OperationIndex i : witness.permutation)
      widest = std::max(widest, columns(witness_line(report.history, i)));
    for (const OperationIndex i : witness.permutation) {
      std::string line = witness_line(report.history, i);
      const std::string moved = moved_text(evidence, i);
      if (!moved.empty()) line += std::string(widest + 2 - columns(line), ' ') + moved;
      text += "    " + line + "\n";
    }
  }
  if (evidence.permutations > 0) {
    text += fmt::format("  {}, {}\n", counted(evidence.sequentializations, "sequentialization"),
                        counted(evidence.permutations, "permutation"));
  }
  return text;
}

}  // namespace

std::string to_text(const CheckedHistory& report, const Style& style) {
  std::string text =
      headline(status_of(report.verdict), report.subject,
               fmt::format("{} {}; {}", promise(report), report.spec, measured(report)), style);
  for (const std::string& warning : report.warnings)
    text += "  " + style.yellow("warning: ") + warning + "\n";
  for (const std::string& note : report.notes) text += style.faint(paragraph("note: " + note, 2, style));
  const std::string quasi = report.quasi ? quasi_text(report) : "";
  if (const Pass* pass = std::get_if<Pass>(&report.verdict)) {
    text += quasi;
    if (!pass->witness.order.empty()) text += witness_text(report.history, pass->witness);
  } else if (const Unknown* unknown = std::get_if<Unknown>(&report.verdict)) {
    text += paragraph(unknown->reason, 2, style);
  } else {
    if (report.explanation) text += "\n" + to_text(report.history, *report.explanation, style);
    if (!quasi.empty()) text += "\n" + quasi;
    text += "\n" + style.faint("Again: ") + report.again + "\n";
  }
  return text;
}

}  // namespace linnet

// One line per method, then one per maximal assignment.
#include "report/text/result_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/text/units.hpp"

namespace linnet {

namespace {

constexpr std::size_t kMeaning = 12;  // the column in which the meaning of a strength begins

std::string alone_text(const InferredStrengths& strengths) {
  std::size_t widest = 0;
  for (const auto& alone : strengths.alone) widest = std::max(widest, alone.method.size());
  std::string text;
  for (const auto& alone : strengths.alone) {
    std::string name = alone.method;
    for (const Strength s : alone.strongest) {
      text += fmt::format("  {:<{}}  {:<{}}{}\n", name, widest, name_of(s), kMeaning,
                          kStrengthNames[static_cast<std::size_t>(s)].meaning);
      name.clear();
    }
    if (alone.strongest.empty())
      text += fmt::format("  {:<{}}  none: another method is too weak\n", name, widest);
  }
  return text;
}

// Aligned, so that assignments can be compared column by column.
std::string maximal_text(const InferredStrengths& strengths) {
  std::string text;
  for (const Strengths& assignment : strengths.maximal) {
    std::string line = " ";
    for (const auto& [method, strength] : assignment) {
      std::size_t widest = 0;
      for (const Strengths& other : strengths.maximal) {
        const auto same = std::ranges::find(other, method, &MethodStrength::method);
        widest = std::max(widest, name_of(same->strength).size());
      }
      line += fmt::format(" {}={:<{}}", method, name_of(strength), widest);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const InferredMethods& report, const Style& style) {
  const InferredStrengths& found = report.strengths;
  std::string text = fmt::format(
      "{}  {}\n", style.bold(counted(report.sources.size(), "file")),
      style.faint(fmt::format("{}; {}, inferred in {}", report.spec, counted(report.operations, "operation"),
                              duration(report.seconds))));
  if (!report.given.empty()) text += fmt::format("given: {}\n", report.given);
  if (found.unexplained) {
    return text +
           style.red(fmt::format("no strengths are weak enough: {} has a result that nothing explains\n",
                                 report.sources[*found.unexplained]));
  }
  if (!found.alone.empty())
    text += "\n" + style.bold("each method, if all others are lin") + "\n" + alone_text(found);
  if (!found.maximal.empty() && !found.maximal[0].empty()) {
    const bool one = found.maximal.size() == 1;
    const std::string_view title = !found.reason.empty() ? "maximal assignments that were found"
                                   : one                 ? "the only maximal assignment"
                                                         : "all maximal assignments";
    text += "\n" + style.bold(title) + "\n" + maximal_text(found);
  }
  if (!found.reason.empty()) text += style.yellow("unknown: " + found.reason) + "\n";
  return text;
}

}  // namespace linnet

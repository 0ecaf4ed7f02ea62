// One line for each test that did not pass, after a line with the counts.
#include "report/text/summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/text/canvas.hpp"
#include "report/text/lines.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string headline_of(const ExploredProgram& result) {
  return result.failures.empty() ? result.reason : result.failures.front().sentence;
}

std::string headline_of(const GeneratedTests& result) {
  const std::uint64_t failed = result.count(ExitStatus::violation);
  if (failed > 0)
    return fmt::format("{} of {} failed.", failed, counted(result.results.size(), "generated test"));
  return result.stopped.empty() ? "Not every generated test could be decided." : result.stopped;
}

std::string headline_of(const StressedProgram& result) {
  if (!result.crash.empty()) return result.crash;
  if (result.found && result.found->check.explanation) return result.found->check.explanation->sentence;
  return result.reason;
}

std::string headline_of(const RelaxedOrders& result) {
  return result.reason;
}

template <class Test>
SummaryLine line_of(const Test& test, std::string subject) {
  const ExitStatus status = test.status();
  return {status, std::move(subject), status == ExitStatus::pass ? "" : first_line(headline_of(test))};
}

}  // namespace

std::optional<SummaryLine> summary_line(const Result& result) {
  if (const auto* explored = std::get_if<ExploredProgram>(&result))
    return line_of(*explored, explored->subject);
  if (const auto* stressed = std::get_if<StressedProgram>(&result))
    return line_of(*stressed, stressed->subject);
  if (const auto* generated = std::get_if<GeneratedTests>(&result))
    return line_of(*generated, generated->subject + ": " + generated->test);
  if (const auto* relaxed = std::get_if<RelaxedOrders>(&result)) return line_of(*relaxed, relaxed->subject);
  return std::nullopt;
}

std::string summary_text(std::span<const SummaryLine> lines, const Style& style) {
  const auto count = [&](ExitStatus status) {
    return static_cast<std::uint64_t>(std::ranges::count(lines, status, &SummaryLine::status));
  };
  std::string text = fmt::format("{} tests: {} passed", with_thousands(lines.size()),
                                 with_thousands(count(ExitStatus::pass)));
  if (const auto failed = count(ExitStatus::violation))
    text += fmt::format(", {} failed", with_thousands(failed));
  if (const auto unknown = count(ExitStatus::unknown))
    text += fmt::format(", {} unknown", with_thousands(unknown));
  text = style.bold(text) + "\n";
  for (const SummaryLine& line : lines) {
    if (line.status == ExitStatus::pass) continue;
    text += fmt::format("{}  {}\n", verdict_mark(line.status, style), style.bold(line.subject));
    for (const std::string& part :
         lines_of(spelled(line.headline, style), std::max<std::size_t>(style.width, 24) - 4))
      text += "    " + part + "\n";
  }
  return text;
}

}  // namespace linnet

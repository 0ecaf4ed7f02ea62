// The row of Table 2, in words.
#include "report/text/result_text.hpp"

#include <algorithm>
#include <map>
#include <ranges>

#include <fmt/format.h>

#include "report/json/root_causes.hpp"
#include "report/text/lines.hpp"
#include "report/text/units.hpp"

namespace linnet {

namespace {

// A pass names the plan within which it holds, and another result says how far the plan was carried out.
std::vector<std::string> coverage(const GeneratedTests& report) {
  const bool pass = report.status() == ExitStatus::pass;
  std::vector<std::string> lines;
  for (const GeneratedFamily& family : report.families) {
    const std::string done = with_thousands(family.done);
    const bool part = static_cast<double>(family.done) < family.size;
    const char* joint = !pass ? "" : lines.empty() ? "within " : "and    ";
    lines.push_back(fmt::format("{}{}: {}", joint, family.name,
                                part ? fmt::format("{} of {:.0f}", done, family.size) : done));
  }
  return lines;
}

constexpr std::size_t kMostCauses = 12;

struct Average {
  double sum = 0, greatest = 0;
  std::uint64_t count = 0;
  void add(double value) {
    sum += value;
    greatest = std::max(greatest, value);
    ++count;
  }
  double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

std::vector<std::string> table(const GeneratedTests& report) {
  Average serial, serial_time, pass_time, fail_time;
  std::uint64_t complete = 0;
  for (const GeneratedResult& result : report.results) {
    serial.add(static_cast<double>(result.serial_histories));
    serial_time.add(result.serial_seconds);
    if (result.status == ExitStatus::pass) pass_time.add(result.seconds);
    if (result.status == ExitStatus::violation) fail_time.add(result.seconds);
    complete += result.complete;
  }
  const auto tests = [](std::uint64_t count, const char* what, const Average& time) {
    std::string text = fmt::format("{} {}", with_thousands(count), what);
    return count == 0 ? text : text + fmt::format(" ({} each)", duration(time.value()));
  };
  std::vector<std::string> lines;
  if (serial.greatest > 0) {
    lines.push_back(fmt::format(
        "phase 1   {:.0f} serial histories on average, {:.0f} at most; {} on average, {} at most",
        serial.value(), serial.greatest, duration(serial_time.value()), duration(serial_time.greatest)));
  }
  std::string text = fmt::format("{}   {}, {}", serial.greatest > 0 ? "phase 2" : "tests  ",
                                 tests(report.count(ExitStatus::pass), "passed", pass_time),
                                 tests(report.count(ExitStatus::violation), "failed", fail_time));
  if (const std::uint64_t undecided = report.count(ExitStatus::unknown); undecided > 0)
    text += fmt::format(", {} undecided", with_thousands(undecided));
  text += fmt::format("; {} explored completely", with_thousands(complete));
  for (const auto& [bound, count] : report.bounds())
    text += fmt::format(", {} within {}", with_thousands(count), bound);
  lines.push_back(text);
  return lines;
}

std::vector<std::string> undecided(const GeneratedTests& report) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const GeneratedResult& result : report.results) {
    if (result.status == ExitStatus::unknown) by_reason[result.reason].push_back(result.scenario);
  }
  std::vector<std::string> lines;
  for (const auto& [reason, scenarios] : by_reason) {
    lines.push_back(
        fmt::format("undecided: {}: {}{}", reason, scenarios.front(),
                    scenarios.size() > 1 ? fmt::format(" and {} more", scenarios.size() - 1) : ""));
  }
  return lines;
}

std::vector<std::string> failures(const GeneratedTests& report) {
  const std::vector<RootCause> causes = root_causes(report);
  std::vector<std::string> lines;
  for (const RootCause& cause : causes | std::views::take(kMostCauses)) {
    lines.push_back(fmt::format("failed: {} of {}: {}, {} x {} at least: {}", name_of(cause.kind),
                                fmt::join(cause.methods, ", "), counted(cause.tests, "test"), cause.threads,
                                cause.operations, cause.smallest));
  }
  if (causes.size() > kMostCauses)
    lines.push_back(fmt::format("failed: and {} more", causes.size() - kMostCauses));
  return lines;
}

}  // namespace

std::string to_text(const GeneratedTests& report, const Style& style) {
  std::string text =
      headline(report.status(), report.subject + ": " + report.test,
               fmt::format("{} in {}{}", counted(report.results.size(), "generated test"),
                           duration(report.seconds), report.shard.empty() ? "" : ", shard " + report.shard),
               style);
  std::vector<std::string> lines = coverage(report);
  for (const auto& further : {table(report), failures(report), undecided(report), report.notes})
    lines.insert(lines.end(), further.begin(), further.end());
  if (!report.stopped.empty()) lines.push_back(report.stopped);
  for (const std::string& line : lines) text += paragraph(line, 2, style);
  return text;
}

}  // namespace linnet

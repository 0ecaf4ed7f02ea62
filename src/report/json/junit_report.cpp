// One test suite for each result.
#include "report/json/junit_report.hpp"

#include <fmt/format.h>

#include "base/xml.hpp"
#include "report/text/exploration_text.hpp"

namespace linnet {

namespace {

constexpr std::string_view kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

}  // namespace

std::string to_junit(const ExplorationReport& report) {
  const bool unknown = report.status() == ExitStatus::unknown;
  const std::string name = to_xml(report.program);
  std::string text(kXml);
  text += fmt::format(
      "<testsuite name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n",
      name, report.failures.empty() ? 0 : 1, unknown ? 1 : 0, report.seconds);
  text +=
      fmt::format("  <testcase name=\"{}\" classname=\"linnet\" time=\"{:.3f}\">\n", name, report.seconds);
  for (const Failure& failure : report.failures) {
    text += fmt::format("    <failure type=\"{}\" message=\"{}\">{}\nReplay: {}</failure>\n",
                        to_xml(failure.kind), to_xml(failure.sentence), to_xml(to_text(failure, Style{})),
                        to_xml(failure.replay));
  }
  if (unknown) text += fmt::format("    <skipped message=\"{}\"/>\n", to_xml(report.reason));
  return text + "  </testcase>\n</testsuite>\n";
}

std::string to_junit(const GeneratedReport& report) {
  std::string text(kXml);
  text += fmt::format(
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n",
      to_xml(report.program + ": " + report.test), report.results.size(), report.count(ExitStatus::violation),
      report.count(ExitStatus::unknown), report.seconds);
  for (const GeneratedResult& result : report.results) {
    text += fmt::format("  <testcase name=\"{}\" classname=\"linnet\" time=\"{:.3f}\">\n",
                        to_xml(result.scenario), result.seconds);
    if (result.status == ExitStatus::violation)
      text += fmt::format("    <failure type=\"{0}\" message=\"{0}\"/>\n", to_xml(result.kind));
    if (result.status == ExitStatus::unknown)
      text += fmt::format("    <skipped message=\"{}\"/>\n", to_xml(result.reason));
    text += "  </testcase>\n";
  }
  return text + "</testsuite>\n";
}

std::string join_junit(const std::vector<std::string>& reports) {
  std::string text(kXml);
  text += "<testsuites>\n";
  for (const std::string& report : reports) text += report.substr(kXml.size());
  return text + "</testsuites>\n";
}

}  // namespace linnet

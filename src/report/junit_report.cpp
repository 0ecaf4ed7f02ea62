#include "report/junit_report.hpp"

#include <fmt/format.h>

#include "report/exploration_text.hpp"

namespace linnet {

namespace {

constexpr std::string_view kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n':
      case '\t': result += c; break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;  // XML has no other control characters
    }
  }
  return result;
}

}  // namespace

std::string to_junit(const ExplorationReport& report) {
  const bool unknown = report.status() == ExitStatus::unknown;
  const std::string name = escaped(report.program);
  std::string text(kXml);
  text += fmt::format(
      "<testsuite name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n",
      name, report.failures.empty() ? 0 : 1, unknown ? 1 : 0, report.seconds);
  text +=
      fmt::format("  <testcase name=\"{}\" classname=\"linnet\" time=\"{:.3f}\">\n", name, report.seconds);
  for (const Failure& failure : report.failures) {
    text += fmt::format("    <failure type=\"{}\" message=\"{}\">{}\nschedule: {}</failure>\n",
                        escaped(failure.kind), escaped(failure.sentence), escaped(to_text(failure, Style{})),
                        escaped(failure.schedule));
  }
  if (unknown) text += fmt::format("    <skipped message=\"{}\"/>\n", escaped(report.reason));
  return text + "  </testcase>\n</testsuite>\n";
}

std::string join_junit(const std::vector<std::string>& reports) {
  std::string text(kXml);
  text += "<testsuites>\n";
  for (const std::string& report : reports) text += report.substr(kXml.size());
  return text + "</testsuites>\n";
}

}  // namespace linnet

// One test suite for each result.
#include "report/text/junit_report.hpp"

#include <fmt/format.h>

#include "base/xml.hpp"
#include "report/text/result_text.hpp"

namespace linnet {

namespace {

std::string suite(const std::string& name, std::size_t tests, std::size_t failures, std::size_t skipped,
                  double seconds, const std::string& cases) {
  return fmt::format(
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n"
      "{}</testsuite>\n",
      to_xml(name), tests, failures, skipped, seconds, cases);
}

std::string test_case(const std::string& name, double seconds, const std::string& inside) {
  return fmt::format("  <testcase name=\"{}\" classname=\"linnet\" time=\"{:.3f}\">\n{}  </testcase>\n",
                     to_xml(name), seconds, inside);
}

std::string skipped(const std::string& reason) {
  return fmt::format("    <skipped message=\"{}\"/>\n", to_xml(reason));
}

std::string suite_of(const ExploredProgram& result) {
  const bool unknown = result.status() == ExitStatus::unknown;
  std::string inside;
  for (const Failure& failure : result.failures) {
    inside += fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n", name_of(failure.kind),
                          to_xml(failure.sentence), to_xml(whole_text(failure, Style{})));
  }
  if (unknown) inside += skipped(result.reason);
  return suite(result.subject, 1, result.failures.empty() ? 0 : 1, unknown ? 1 : 0, result.seconds,
               test_case(result.subject, result.seconds, inside));
}

std::string suite_of(const GeneratedTests& result) {
  std::string cases;
  for (const GeneratedResult& test : result.results) {
    std::string inside;
    if (test.status == ExitStatus::violation)
      inside = fmt::format("    <failure type=\"{0}\" message=\"{0}\"/>\n", name_of(test.kind));
    if (test.status == ExitStatus::unknown) inside = skipped(test.reason);
    cases += test_case(test.scenario, test.seconds, inside);
  }
  return suite(result.subject + ": " + result.test, result.results.size(),
               result.count(ExitStatus::violation), result.count(ExitStatus::unknown), result.seconds, cases);
}

}  // namespace

std::string to_junit(std::span<const Result> results) {
  std::string suites;
  for (const Result& result : results) {
    if (const auto* explored = std::get_if<ExploredProgram>(&result)) suites += suite_of(*explored);
    if (const auto* generated = std::get_if<GeneratedTests>(&result)) suites += suite_of(*generated);
  }
  if (results.size() != 1) suites = "<testsuites>\n" + suites + "</testsuites>\n";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + suites;
}

}  // namespace linnet

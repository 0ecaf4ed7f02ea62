// Prints text at once, and everything else at the end.
#include "cli/reporting.hpp"

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/terminal.hpp"
#include "report/json/result_json.hpp"
#include "report/text/junit_report.hpp"
#include "report/text/result_text.hpp"
#include "report/text/visible.hpp"

namespace linnet {

void add_report_options(OptionList& options, ReportOptions& report) {
  options.group("Results");
  options.add("--json", &report.json, "Print one JSON object.").in_short_help();
  options.add("--quiet", &report.quiet, "Print violations only.");
  options.add("--html FILE", &report.files.html, "Also write the result as a page to look at.")
      .in_short_help();
  options.add("--sarif FILE", &report.files.sarif, "Also write the result for code-scanning services.");
  options.add("--save FILE", &report.files.json, "Also write the JSON object to a file, for linnet report.");
}

void add_list_option(OptionList& options, bool& list) {
  options.group("What is tested");
  options.add("--list", &list, "Print the object tests and their scenarios, and run nothing.");
}

Reporting::Reporting(const ReportOptions& options) : options_(options), style_(style_for(stdout)) {}

void Reporting::show(Result result) {
  const ExitStatus status = status_of(result);
  worst_ = worse(worst_, status);
  if (!options_.json && (!options_.quiet || status == ExitStatus::violation)) {
    print_text(to_text(result, style_));
  }
  note_suppressions(result);
  if (auto line = summary_line(result)) lines_.push_back(std::move(*line));
  const bool measured = std::holds_alternative<MeasuredHistory>(result);
  if (options_.json || options_.files.wanted() || !options_.junit.empty() || measured)
    kept_.push_back(std::move(result));
}

void Reporting::refuse(const std::exception& why, ExitStatus meaning) {
  std::fflush(stdout);
  std::fputs(visible(fmt::format("linnet: {}\n", why.what())).c_str(), stderr);
  worst_ = worse(worst_, meaning);
}

// Generated tests run in other processes, and do not report the suppressions they used.
void Reporting::note_suppressions(const Result& result) {
  if (const auto* explored = std::get_if<ExploredProgram>(&result)) {
    for (const Suppression& one : explored->suppressions) uses_[one.to_text()] += one.races;
  }
  if (std::holds_alternative<GeneratedTests>(result)) all_uses_known_ = false;
}

std::string Reporting::unused_suppressions() const {
  std::string names;
  for (const auto& [name, races] : uses_) {
    if (races == 0) names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty() || !all_uses_known_) return "";
  return "Suppressions that no race was met for: " + names + ".\n";
}

// The tests that failed, with the command that runs them again.
std::string Reporting::summary() const {
  std::string text = "\n" + summary_text(lines_, style_), names;
  for (const SummaryLine& line : lines_) {
    const std::size_t name = line.subject.rfind(": ");
    if (line.status != ExitStatus::violation || name == line.subject.npos) continue;
    names += (names.empty() ? "" : ",") + line.subject.substr(name + 2);
  }
  if (names.empty() || again_.first.empty()) return text;
  return text + "\n" + style_.faint("Again: ") + again_.first + "--test=" + names + again_.second + "\n";
}

ExitStatus Reporting::finish() {
  if (!options_.json && !options_.quiet) print_text(unused_suppressions());
  if (lines_.size() > 1 && !options_.json && !options_.quiet) print_text(summary());
  if (!options_.junit.empty()) write_file(options_.junit, to_junit(kept_));
  if (!kept_.empty() && (options_.json || options_.files.wanted())) {
    const std::string json = to_json(kept_);
    write_result_files(options_.files, json);
    if (options_.json)
      print_data(json);
    else if (!options_.quiet && !options_.files.html.empty())
      print_text(fmt::format("Page: {}\n", options_.files.html));
  }
  return worst_;
}

void Reporting::leave_out(std::size_t count) {
  refuse(std::runtime_error(
             fmt::format("interrupted: {} of them {} not run", count, count == 1 ? "was" : "were")),
         ExitStatus::unknown);
}

void print_text(const std::string& text) {
  print_data(visible(text));
}

void print_data(const std::string& text) {
  errno = 0;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) throw InputError("cannot write the result to standard output");
}

}  // namespace linnet

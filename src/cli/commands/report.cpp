// linnet report: makes a page of saved results.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "history/formats/input.hpp"
#include "report/json/result_files.hpp"
#include "report/json/result_json.hpp"

namespace linnet {

namespace {

struct ReportArguments {
  std::vector<std::string> results;
  ResultFiles files;
};

std::string read_result(const std::string& path) {
  Input input = Input::open(path);
  std::string text(input.all());
  try {
    const auto json = nlohmann::json::parse(text);
    const bool known = json.is_object() && (json.contains("verdict") || json.contains("displacement") ||
                                            json.contains("results"));
    if (!known)
      throw InputError(Place{path, 0, 0},
                       "expected a result that linnet check or linnet run printed with --json");
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(Place{path, 0, 0},
                     fmt::format("not JSON at byte {}: expected a result that --json printed", error.byte));
  }
  return text;
}

ExitStatus make_report(const ReportArguments& o) {
  std::vector<std::string> results;
  for (const std::string& path : o.results) results.push_back(read_result(path));
  write_result_files(o.files, results.size() == 1 ? results[0] : join_json(results));
  return ExitStatus::pass;
}

}  // namespace

Command report_command() {
  return {
      "report", "Makes a page of a saved JSON result.",
      "Examples:\n"
      "  linnet check queue.jsonl --witness --json > result.json && linnet report result.json -o "
      "result.html\n"
      "  linnet report shard1.json shard2.json -o all.html --sarif all.sarif",
      with_arguments<ReportArguments>(
          [](OptionList& options, ReportArguments& o) {
            options.add("RESULT", &o.results, "What --json printed. - is standard input.").must_be_given();
            options.add("-o,--html FILE", &o.files.html, "The page to write.")
                .must_be_given()
                .in_short_help();
            options.add("--sarif FILE", &o.files.sarif, "Also write the result for code-scanning services.")
                .in_short_help();
          },
          make_report)};
}

}  // namespace linnet

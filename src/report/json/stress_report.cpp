// Rounds, histories, overhead and what was found.
#include "report/json/stress_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json/json_text.hpp"
#include "report/text/terminal_violation.hpp"
#include "report/text/units.hpp"
#include "report/text/verdict_mark.hpp"
#include "report/json/violation_json.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;

std::string covered(const StressReport& r) {
  std::string text = fmt::format(
      "{}, {}", counted(r.rounds, "round"),
      r.histories == 1 ? "1 distinct history" : with_thousands(r.histories) + " distinct histories");
  if (!r.checked) text += ", not checked";
  if (r.inconsistent > 0) text += fmt::format(", {} of them inconsistent", with_thousands(r.inconsistent));
  if (r.undecided > 0) text += fmt::format(", {} of them undecided", with_thousands(r.undecided));
  if (r.overhead) text += fmt::format("; recording takes {:.2f} times as long as not", *r.overhead);
  return text + "; " + duration(r.seconds);
}

std::string found_text(const StressReport& report, const Style& style) {
  const StressReport::Found& found = *report.found;
  std::string text;
  if (found.check.explanation) text += "\n" + to_text(found.check.history, *found.check.explanation, style);
  if (const Unknown* unknown = std::get_if<Unknown>(&found.check.verdict))
    text += "  " + unknown->reason + "\n";
  constexpr std::size_t kReadable = 200;
  text += fmt::format("\n  This history was seen in {} of {}", with_thousands(found.rounds),
                      counted(report.rounds, "round"));
  text += report.scenario.size() <= kReadable ? " of " + report.scenario + "\n" : "\n";
  return text + "\n" + style.faint("Again: ") + found.command + "\n";
}

Json to_json(const StressReport& r) {
  Json json;
  json["verdict"] = name_of(r.status());
  json["criterion"] = r.criterion;
  json["spec"] = r.spec;
  json["program"] = r.program;
  json["scenario"] = r.scenario;
  json["clock"] = r.clock;
  json["rounds"] = r.rounds;
  json["histories"] = r.histories;
  json["inconsistent"] = r.inconsistent;
  json["undecided"] = r.undecided;
  json["checked"] = r.checked;
  json["operations"] = r.operations;
  if (r.overhead) json["overhead"] = *r.overhead;
  json["seconds"] = r.seconds;
  if (!r.folder.empty()) json["folder"] = r.folder;
  if (!r.reason.empty()) json["reason"] = r.reason;
  if (!r.crash.empty()) json["violation"] = {{"kind", "crash"}, {"explanation", r.crash}};
  if (!r.found) return json;
  if (const Unknown* unknown = std::get_if<Unknown>(&r.found->check.verdict)) {
    if (r.reason.empty()) json["reason"] = unknown->reason;
  } else {
    json["violation"] = violation_to_json(r.found->check);
    json["violation"]["rounds"] = r.found->rounds;
  }
  json["file"] = r.found->file;
  json["command"] = r.found->command;
  return json;
}

}  // namespace

std::string to_text(const StressReport& report, const Style& style) {
  std::string text = fmt::format("{}  {}", verdict_mark(report.status(), style), style.bold(report.program));
  if (!report.crash.empty()) return text + "  the program died: " + report.crash + "\n";
  text += "  " + style.faint(covered(report)) + "\n";
  if (!report.reason.empty()) text += "  " + report.reason + "\n";
  if (report.found) text += found_text(report, style);
  if (!report.folder.empty()) text += fmt::format("  {} has all histories\n", report.folder);
  return text;
}

std::string to_json(std::span<const StressReport> reports) {
  Json results = Json::array();
  ExitStatus worst = ExitStatus::pass;
  for (const StressReport& report : reports) {
    results.push_back(to_json(report));
    worst = worse(worst, report.status());
  }
  if (results.size() == 1) return json_text(results[0]);
  Json json;
  json["verdict"] = name_of(worst);
  for (const char* field : {"rounds", "histories", "inconsistent", "undecided"}) {
    std::uint64_t sum = 0;
    for (const Json& result : results) sum += result[field].get<std::uint64_t>();
    json[field] = sum;
  }
  for (const char* field : {"violation", "reason"}) {
    const auto first = std::ranges::find_if(results, [&](const Json& r) { return r.contains(field); });
    if (first != results.end()) json[field] = (*first)[field];
  }
  json["results"] = std::move(results);
  return json_text(json);
}

}  // namespace linnet

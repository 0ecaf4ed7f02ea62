// Rules, results and places, as SARIF names them.
#include "report/json/sarif_report.hpp"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "report/json/exploration_json.hpp"
#include "report/json/json_text.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;

Json location(const std::string& file, std::uint64_t line) {
  Json place = {{"artifactLocation", {{"uri", std::filesystem::path(file).generic_string()}}}};
  if (line > 0) place["region"] = {{"startLine", line}};
  return {{"physicalLocation", place}};
}

Json message(const std::string& text) {
  return {{"text", text}};
}

std::string in_words(const TraceStep& step) {
  std::string text = "thread " + std::to_string(step.thread) + " " + step.verb;
  for (const TraceAccess& access : step.accesses) text += " " + access.object;
  return text;
}

// The steps as one flow: they are in the order in which they happened, whoever took them.
Json flow(const std::vector<TraceStep>& steps) {
  Json locations = Json::array();
  for (const TraceStep& step : steps) {
    const CodePlace* own = own_place(step.where);
    if (own == nullptr || own->file.empty()) continue;
    Json place = location(own->file, own->line);
    place["message"] = message(in_words(step));
    locations.push_back({{"location", place}});
  }
  return {{"threadFlows", Json::array({{{"locations", locations}}})}};
}

// Where it went wrong, or else where the last step was.
const CodePlace* place_of(const Failure& failure) {
  const CodePlace* place = own_place(failure.where);
  for (auto step = failure.steps.rbegin(); place == nullptr && step != failure.steps.rend(); ++step)
    place = own_place(step->where);
  return place;
}

void add_failure(Json& finding, const Json& violation) {
  const Failure failure = failure_from_json(violation.dump());
  finding["message"] = message(failure.sentence);
  const CodePlace* place = place_of(failure);
  if (place != nullptr && !place->file.empty())
    finding["locations"] = Json::array({location(place->file, place->line)});
  finding["codeFlows"] = Json::array({flow(failure.steps)});
  finding["partialFingerprints"] = {{"schedule/v1", failure.schedule}};
}

void add_history(Json& finding, const Json& violation, const std::string& source) {
  const Json explanation = violation.value("explanation", Json::object());
  finding["message"] = message(explanation.value("sentence", "The history is inconsistent."));
  std::uint64_t line = 0;
  for (const Json& operation : violation.at("history")) {
    if (explanation.contains("culprit") && operation.at("id") == explanation["culprit"])
      line = operation.value("line", std::uint64_t{0});
  }
  finding["locations"] = Json::array({location(source, line)});
}

void add_findings(Json& findings, const Json& result) {
  const bool generated = result.contains("families");  // whose results are scenarios of one test
  if (result.contains("results") && !generated) {
    for (const Json& one : result["results"]) add_findings(findings, one);
    return;
  }
  if (!result.contains("violation")) return;
  const Json violations = result.value("violations", Json::array({result["violation"]}));
  for (const Json& violation : violations) {
    Json finding = {{"ruleId", violation.at("kind")}, {"level", "error"}};
    if (violation.contains("schedule")) {
      add_failure(finding, violation);
    } else {
      add_history(finding, violation, result.value("source", ""));
    }
    findings.push_back(std::move(finding));
  }
}

}  // namespace

std::string to_sarif(std::string_view json) {
  Json findings = Json::array(), rules = Json::array();
  add_findings(findings, Json::parse(json));
  for (const Json& finding : findings) {
    const Json rule = {{"id", finding["ruleId"]}};
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
  }
  const Json driver = {{"name", "Linnet"}, {"rules", rules}};
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", findings}}})}};
  return json_text(sarif);
}

}  // namespace linnet

// Converts rules, results and places to SARIF.
#include "report/json/sarif_report.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "report/json/fields.hpp"

namespace linnet {

namespace {

// Services need paths relative to the root of the sources, which is where the command was run.
std::string uri_of(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  if (path.is_relative()) return path.generic_string();
  const std::filesystem::path below = path.lexically_relative(std::filesystem::current_path());
  const bool is_below = !below.empty() && *below.begin() != "..";
  return is_below ? below.generic_string() : "file://" + path.generic_string();
}

Json location(const std::string& file, std::uint64_t line) {
  Json place = {{"artifactLocation", {{"uri", uri_of(file)}}}};
  if (line > 0) place["region"] = {{"startLine", line}};
  return {{"physicalLocation", place}};
}

Json message(const std::string& text) {
  return {{"text", text}};
}

// The innermost place of the user's own code, as own_place() finds it; null if there is none with a file.
std::optional<CodePlace> place_in(const Json& where) {
  std::vector<CodePlace> places;
  for (const Json& place : where)
    places.push_back({place.at("function"), place.at("file"), place.at("line")});
  const CodePlace* own = own_place(places);
  if (own == nullptr || own->file.empty()) return std::nullopt;
  return *own;
}

std::string in_words(const Json& step) {
  std::string text =
      fmt::format("thread {} {}", step.at("thread").get<std::uint32_t>(), step.at("verb").get<std::string>());
  for (const Json& access : step.at("accesses")) text += " " + access.at("object").get<std::string>();
  return text;
}

// A flow for each thread; the numbers of the steps give their order.
Json flow(const Json& steps) {
  std::map<std::uint32_t, Json> of_thread;
  std::uint64_t order = 0;
  for (const Json& step : steps) {
    ++order;
    const auto own = place_in(step.at("where"));
    if (!own) continue;
    Json place = location(own->file, own->line);
    place["message"] = message(in_words(step));
    Json& flow = of_thread.try_emplace(step.at("thread"), Json{{"locations", Json::array()}}).first->second;
    flow["locations"].push_back({{"location", place}, {"executionOrder", order}});
  }
  Json flows = Json::array();
  for (auto& [thread, flow] : of_thread) {
    flow["id"] = fmt::format("thread {}", thread);
    flows.push_back(std::move(flow));
  }
  return {{"threadFlows", std::move(flows)}};
}

// The place where it went wrong, or else the place of the last step.
std::optional<CodePlace> place_of(const Json& violation) {
  std::optional<CodePlace> place = place_in(violation.at("where"));
  const Json& steps = violation.at("steps");
  for (auto step = steps.rbegin(); !place && step != steps.rend(); ++step)
    place = place_in(step->at("where"));
  return place;
}

// The consequences of a data race.
Json further_violations(const Json& violation) {
  return violation.contains("consequence") ? violation["consequence"].at("violations") : Json::array();
}

std::string sentence_of(const Json& violation) {
  const Json& explanation = violation.at("explanation");
  return explanation.is_string() ? explanation : explanation.at("sentence");
}

void add_failure(Json& finding, const Json& violation) {
  std::string text = sentence_of(violation);
  for (const Json& further : further_violations(violation)) text += " This leads to: " + sentence_of(further);
  finding["message"] = message(text);
  if (violation.contains("replay")) finding["properties"] = {{"replay", violation["replay"]}};
  if (const auto place = place_of(violation))
    finding["locations"] = Json::array({location(place->file, place->line)});
  if (Json steps = flow(violation.at("steps")); !steps["threadFlows"].empty())
    finding["codeFlows"] = Json::array({std::move(steps)});
  finding["partialFingerprints"] = {{"schedule/v1", violation.at("schedule")}};
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
  const bool generated = result.contains("families");  // its results are scenarios of one test
  if (result.contains("results") && !generated) {
    for (const Json& one : result["results"]) add_findings(findings, one);
    return;
  }
  if (!result.contains("violation")) return;
  Json violations = result.value("violations", Json::array({result["violation"]}));
  for (const Json& violation : Json(violations)) {
    for (const Json& further : further_violations(violation)) violations.push_back(further);
  }
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
  const Json driver = {{"name", "Linnet"}, {"version", LINNET_VERSION}, {"semanticVersion", LINNET_VERSION}, {"rules", rules}};
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", findings}}})}};
  return json_text(sarif);
}

}  // namespace linnet

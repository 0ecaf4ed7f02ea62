// The fields of all results; results of native runs, measures and inferences; and several results together.
#include "report/json/result_json.hpp"

#include <algorithm>

#include "report/json/fields.hpp"

namespace linnet {

namespace {

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json result_to_json(const Result& result) {
  const Finding& finding = finding_of(result);
  const bool of_file =
      std::holds_alternative<CheckedHistory>(result) || std::holds_alternative<MeasuredHistory>(result);
  Json json;
  json["verdict"] = name_of(status_of(result));
  json["criterion"] = or_null(finding.criterion);
  json["spec"] = or_null(finding.spec);
  if (!finding.subject.empty()) json[of_file ? "source" : "program"] = finding.subject;
  json["operations"] = finding.operations;
  json["seconds"] = finding.seconds;
  std::visit([&](const auto& of_its_kind) { add_fields(json, of_its_kind); }, result);
  return json;
}

// The value of a field, if it is the same in all results.
Json shared_field(const Json& results, const char* name) {
  const bool same = std::ranges::all_of(results, [&](const Json& result) {
    return result.contains(name) && result.at(name) == results[0].at(name);
  });
  return same && !results.empty() ? results[0].at(name) : Json(nullptr);
}

template <class Number>
void add_sum(Json& json, const char* field, const Json& results) {
  Number sum = 0;
  bool any = false;
  for (const Json& result : results) {
    any = any || result.contains(field);
    sum += result.value(field, Number{0});
  }
  if (any) json[field] = sum;
}

Json join(Json results) {
  Json json;
  ExitStatus worst = ExitStatus::pass;
  for (const Json& result : results) {
    const auto status = value_in(kExitStatuses, result.value("verdict", ""));
    worst = worse(worst, status.value_or(ExitStatus::pass));
  }
  json["verdict"] = name_of(worst);
  json["criterion"] = shared_field(results, "criterion");
  json["spec"] = shared_field(results, "spec");
  for (const char* field : {"operations", "executions", "blocked", "redundant", "rounds", "histories",
                            "inconsistent", "undecided"}) {
    add_sum<std::uint64_t>(json, field, results);
  }
  for (const char* field : {"seconds", "cpu_seconds"}) add_sum<double>(json, field, results);
  if (std::ranges::any_of(results, [](const Json& result) { return result.contains("complete"); })) {
    json["complete"] =
        std::ranges::all_of(results, [](const Json& result) { return result.value("complete", true); });
  }
  for (const char* field : {"violation", "reason"}) {
    const auto first =
        std::ranges::find_if(results, [&](const Json& result) { return result.contains(field); });
    if (first != results.end()) json[field] = first->at(field);
  }
  json["results"] = std::move(results);
  return json;
}

Json to_json(const RelaxationMeasure::Distribution& distribution) {
  Json json = Json::object();
  for (const auto& [number, times] : distribution) json[std::to_string(number)] = times;
  return json;
}

}  // namespace

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json(std::span<const Result> results) {
  if (results.size() == 1) return json_text(result_to_json(results.front()));
  Json all = Json::array();
  for (const Result& result : results) all.push_back(result_to_json(result));
  return json_text(join(std::move(all)));
}

std::string join_json(const std::vector<std::string>& saved) {
  Json results = Json::array();
  for (const std::string& text : saved) {
    Json json = Json::parse(text);
    const bool generated = json.contains("families");  // its results are scenarios of one test
    if (json.contains("results") && !generated) {
      for (Json& one : json["results"]) results.push_back(std::move(one));
    } else {
      results.push_back(std::move(json));
    }
  }
  return json_text(join(std::move(results)));
}

std::string to_json(const Failure& failure) {
  return json_text(violation_to_json(failure));
}

void add_fields(Json& json, const StressedProgram& r) {
  json["scenario"] = r.scenario;
  json["clock"] = r.clock;
  json["rounds"] = r.rounds;
  json["histories"] = r.histories;
  json["inconsistent"] = r.inconsistent;
  json["undecided"] = r.undecided;
  json["checked"] = r.checked;
  if (r.overhead) json["overhead"] = *r.overhead;
  if (!r.folder.empty()) json["folder"] = r.folder;
  if (!r.reason.empty()) json["reason"] = r.reason;
  if (!r.crash.empty()) json["violation"] = {{"kind", name_of(EndingKind::crash)}, {"explanation", r.crash}};
  if (!r.found) return;
  if (const Unknown* unknown = std::get_if<Unknown>(&r.found->check.verdict)) {
    if (r.reason.empty()) json["reason"] = unknown->reason;
  } else {
    json["violation"] = violation_to_json(r.found->check);
    json["violation"]["rounds"] = r.found->rounds;
  }
  json["file"] = r.found->file;
  json["command"] = r.again;
}

void add_fields(Json& json, const MeasuredHistory& finding) {
  const RelaxationMeasure& measure = finding.measure;
  json["smallest_factor"] = measure.smallest_factor ? Json(*measure.smallest_factor) : Json(nullptr);
  json["none"] = measure.none;
  if (!measure.reason.empty()) json["reason"] = measure.reason;
  json["displacement"] = Json::object();
  for (const auto& [method, distribution] : measure.displacement)
    json["displacement"][method] = to_json(distribution);
  json["overtaken"] = to_json(measure.overtaken);
}

void add_fields(Json& json, const InferredMethods& finding) {
  const InferredStrengths& found = finding.strengths;
  json["sources"] = finding.sources;
  if (!finding.given.empty()) json["given"] = finding.given;
  json["alone"] = Json::object();
  for (const auto& alone : found.alone) {
    json["alone"][alone.method] = Json::array();
    for (const Strength s : alone.strongest) json["alone"][alone.method].push_back(name_of(s));
  }
  json["maximal"] = Json::array();
  for (const Strengths& assignment : found.maximal) {
    Json& one = json["maximal"].emplace_back(Json::object());
    for (const auto& [method, strength] : assignment) one[method] = name_of(strength);
  }
  if (found.unexplained) json["unexplained"] = finding.sources[*found.unexplained];
  if (!found.reason.empty()) json["reason"] = found.reason;
}

}  // namespace linnet

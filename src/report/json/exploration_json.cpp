// Fields of the result, of its failures, and of several results together.
#include "report/json/exploration_json.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "report/json/json_text.hpp"
#include "report/json/violation_json.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;

Json place_to_json(const CodePlace& place) {
  return {{"function", place.function}, {"file", place.file}, {"line", place.line}};
}

Json places_to_json(const std::vector<CodePlace>& places) {
  Json json = Json::array();
  for (const CodePlace& place : places) json.push_back(place_to_json(place));
  return json;
}

std::vector<CodePlace> places_from(const Json& json) {
  std::vector<CodePlace> places;
  for (const Json& place : json) places.push_back({place.at("function"), place.at("file"), place.at("line")});
  return places;
}

Json step_to_json(const TraceStep& step) {
  Json accesses = Json::array();
  for (const TraceAccess& access : step.accesses) {
    accesses.push_back({{"object", access.object},
                        {"writes", access.writes},
                        {"before", access.before},
                        {"after", access.after}});
  }
  Json json = {{"thread", step.thread},
               {"verb", step.verb},
               {"accesses", accesses},
               {"where", places_to_json(step.where)},
               {"repeats", step.repeats}};
  if (step.calls) json["calls"] = true;
  if (step.returns) json["returns"] = true;
  return json;
}

TraceStep step_from(const Json& json) {
  TraceStep step{json.at("thread"),
                 json.at("verb"),
                 {},
                 places_from(json.at("where")),
                 json.at("repeats"),
                 json.value("calls", false),
                 json.value("returns", false)};
  for (const Json& access : json.at("accesses")) {
    step.accesses.push_back(
        {access.at("object"), access.at("writes"), access.at("before"), access.at("after")});
  }
  return step;
}

constexpr std::array<std::string_view, 3> kReached{"memory", "flushed", "cache"};
constexpr std::array<std::string_view, 3> kFound{"there", "lost", "unknown"};

template <class Enum>
Enum named(const std::array<std::string_view, 3>& names, const Json& json) {
  return static_cast<Enum>(std::ranges::find(names, json.get<std::string>()) - names.begin());
}

Json store_to_json(const PersistentStore& store) {
  return {{"object", store.object},
          {"value", store.value},
          {"thread", store.thread},
          {"where", places_to_json(store.where)},
          {"reached", kReached.at(static_cast<std::size_t>(store.reached))},
          {"found", kFound.at(static_cast<std::size_t>(store.found))}};
}

PersistentStore store_from(const Json& json) {
  return {json.at("object"),
          json.at("value"),
          json.at("thread"),
          places_from(json.at("where")),
          named<PersistentStore::Reached>(kReached, json.at("reached")),
          named<PersistentStore::Found>(kFound, json.at("found"))};
}

Json machine_crash_to_json(const MachineCrash& crash) {
  Json lines = Json::array();
  for (const LineState& line : crash.lines) {
    Json stores = Json::array();
    for (const PersistentStore& store : line.stores) stores.push_back(store_to_json(store));
    Json one = {{"stores", std::move(stores)}};
    if (line.to_blame) one["to_blame"] = true;
    lines.push_back(std::move(one));
  }
  return {{"thread", crash.thread}, {"where", places_to_json(crash.where)}, {"lines", std::move(lines)}};
}

MachineCrash machine_crash_from(const Json& json) {
  MachineCrash crash{json.at("thread"), places_from(json.at("where")), {}};
  for (const Json& line : json.at("lines")) {
    LineState& state = crash.lines.emplace_back();
    state.to_blame = line.value("to_blame", false);
    for (const Json& store : line.at("stores")) state.stores.push_back(store_from(store));
  }
  return crash;
}

Json failure_to_json(const Failure& failure) {
  Json json;
  json["kind"] = failure.kind;
  json["explanation"] = failure.sentence;
  if (failure.kind == "inconsistent" && failure.history) {
    json.update(violation_to_json(*failure.history));
    if (!failure.history->notes.empty()) json["notes"] = failure.history->notes;
  }
  if (!failure.scenario.empty()) json["scenario"] = failure.scenario;
  json["details"] = failure.details;
  json["thread"] = failure.thread;
  json["where"] = places_to_json(failure.where);
  json["schedule"] = failure.schedule;
  if (!failure.replay.empty()) json["replay"] = failure.replay;
  json["executions"] = failure.count;
  json["found_at"] = failure.found_at;
  json["output"] = failure.output;
  if (!failure.machine_crashes.empty()) {
    json["machine_crashes"] = Json::array();
    for (const MachineCrash& crash : failure.machine_crashes)
      json["machine_crashes"].push_back(machine_crash_to_json(crash));
  }
  json["steps"] = Json::array();
  for (const TraceStep& step : failure.steps) json["steps"].push_back(step_to_json(step));
  return json;
}

// The field of all results, if it is the same in all.
Json shared_field(const Json& results, const char* name) {
  const bool same = std::ranges::all_of(results, [&](const Json& result) {
    return result.contains(name) && result.at(name) == results[0].at(name);
  });
  return same && !results.empty() ? results[0].at(name) : Json(nullptr);
}

Json join(const Json& results) {
  Json json;
  ExitStatus worst = ExitStatus::pass;
  for (const Json& result : results) {
    const std::string verdict = result.value("verdict", "");
    for (const ExitStatus status : {ExitStatus::violation, ExitStatus::unknown}) {
      if (verdict == name_of(status)) worst = worse(worst, status);
    }
  }
  json["verdict"] = name_of(worst);
  json["criterion"] = shared_field(results, "criterion");
  json["spec"] = shared_field(results, "spec");
  const auto any_has = [&](const char* field) {
    return std::ranges::any_of(results, [&](const Json& result) { return result.contains(field); });
  };
  for (const char* field :
       {"executions", "blocked", "redundant", "histories", "inconsistent", "operations"}) {
    std::uint64_t sum = 0;
    for (const Json& result : results) sum += result.value(field, std::uint64_t{0});
    if (any_has(field)) json[field] = sum;
  }
  if (any_has("complete")) {
    json["complete"] =
        std::ranges::all_of(results, [](const Json& result) { return result.value("complete", true); });
  }
  for (const char* field : {"seconds", "cpu_seconds"}) {
    double sum = 0;
    for (const Json& result : results) sum += result.value(field, 0.0);
    if (any_has(field)) json[field] = sum;
  }
  for (const char* field : {"violation", "reason"}) {
    const auto first =
        std::ranges::find_if(results, [&](const Json& result) { return result.contains(field); });
    if (first != results.end()) json[field] = first->at(field);
  }
  json["results"] = results;
  return json;
}

}  // namespace

std::string join_json(const std::vector<std::string>& reports) {
  Json results = Json::array();
  for (const std::string& report : reports) {
    Json json = Json::parse(report);
    const bool generated = json.contains("families");  // whose results are scenarios of one test
    if (json.contains("results") && !generated) {
      for (Json& one : json["results"]) results.push_back(std::move(one));
    } else {
      results.push_back(std::move(json));
    }
  }
  return json_text(join(results));
}

std::string to_json(const Failure& failure) {
  return json_text(failure_to_json(failure));
}

Failure failure_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Failure failure;
    failure.kind = json.at("kind");
    const Json& explanation = json.at("explanation");
    failure.sentence = explanation.is_string() ? explanation : explanation.at("sentence");
    failure.details = json.at("details").get<std::vector<std::string>>();
    failure.thread = json.at("thread");
    failure.where = places_from(json.at("where"));
    failure.schedule = json.at("schedule");
    failure.count = json.at("executions");
    failure.found_at = json.at("found_at");
    failure.output = json.at("output");
    for (const Json& crash : json.value("machine_crashes", Json::array()))
      failure.machine_crashes.push_back(machine_crash_from(crash));
    for (const Json& step : json.at("steps")) failure.steps.push_back(step_from(step));
    return failure;
  } catch (const Json::exception& error) {
    throw InputError(std::string("not a failure: ") + error.what());
  }
}

std::string to_json(const ExplorationReport& report) {
  const Stage& last = report.last();
  Json json;
  json["verdict"] = name_of(report.status());
  json["criterion"] = report.criterion.empty() ? Json(nullptr) : Json(report.criterion);
  json["spec"] = report.spec.empty() ? Json(nullptr) : Json(report.spec);
  json["program"] = report.program;
  if (report.serial) {
    json["serial"] = {{"full", report.serial->full},
                      {"stuck", report.serial->stuck},
                      {"executions", report.serial->executions},
                      {"seconds", report.serial->seconds}};
    json["declarations"] = report.declarations;
  }
  json["strategy"] = last.strategy;
  json["executions"] = last.executions;
  json["blocked"] = last.blocked;
  json["redundant"] = last.redundant;
  json["histories"] = report.histories;
  json["inconsistent"] = report.inconsistent;
  if (report.paper.sequentializations > 0) {
    json["sequentializations"] = report.paper.sequentializations;
    json["permutations"] = report.paper.permutations;
  }
  json["operations"] = report.operations;
  json["complete"] = report.complete();
  if (!report.within.empty()) json["within"] = report.within;
  if (report.racy_places > 0) json["racy_places"] = report.racy_places;
  json["share"] = report.complete() ? 1.0 : report.share;
  json["longest"] = report.longest;
  json["seconds"] = report.seconds;
  json["cpu_seconds"] = report.cpu_seconds;
  json["stages"] = Json::array();
  for (const Stage& stage : report.stages) {
    json["stages"].push_back({{"strategy", stage.strategy},
                              {"bound", stage.bound},
                              {"executions", stage.executions},
                              {"finished", stage.finished},
                              {"complete", stage.complete}});
  }
  if (!report.progress.empty()) json["progress"] = Json::array();
  for (const ProgressSample& sample : report.progress) {
    json["progress"].push_back(
        {{"seconds", sample.seconds}, {"executions", sample.executions}, {"histories", sample.histories}});
  }
  if (!report.reason.empty()) json["reason"] = report.reason;
  if (!report.failures.empty()) {
    json["violation"] = failure_to_json(report.failures.front());
    if (report.failures.size() > 1) {
      json["violations"] = Json::array();
      for (const Failure& failure : report.failures) json["violations"].push_back(failure_to_json(failure));
    }
  }
  return json_text(json);
}

}  // namespace linnet

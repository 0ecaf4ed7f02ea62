// Writes and reads results of generated tests.
#include "report/json/generated_json.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "report/json/fields.hpp"
#include "report/json/root_causes.hpp"

namespace linnet {

namespace {

template <class Value, std::size_t n>
Value named(const Named<Value> (&table)[n], const Json& json) {
  const auto value = value_in(table, json.get<std::string>());
  if (!value) throw InputError("unknown name " + json.get<std::string>());
  return *value;
}

Json result_to_json(const GeneratedResult& result) {
  Json json{{"number", result.number},
            {"scenario", result.scenario},
            {"verdict", name_of(result.status)},
            {"operations", result.operations},
            {"serial_histories", result.serial_histories},
            {"serial_seconds", result.serial_seconds},
            {"executions", result.executions},
            {"histories", result.histories},
            {"complete", result.complete},
            {"seconds", result.seconds}};
  if (result.status == ExitStatus::violation) {
    json["kind"] = name_of(result.kind);
    json["smallest"] = result.smallest;
  }
  if (!result.within.empty()) json["within"] = result.within;
  if (!result.reason.empty()) json["reason"] = result.reason;
  return json;
}

GeneratedResult result_from(const Json& json) {
  GeneratedResult result;
  result.number = json.at("number");
  result.scenario = json.at("scenario");
  result.status = named(kExitStatuses, json.at("verdict"));
  result.operations = json.at("operations");
  result.serial_histories = json.at("serial_histories");
  result.serial_seconds = json.at("serial_seconds");
  result.executions = json.at("executions");
  result.histories = json.at("histories");
  result.complete = json.at("complete");
  result.seconds = json.at("seconds");
  if (json.contains("kind")) {
    result.kind = named(kEndingKinds, json.at("kind"));
    result.smallest = json.value("smallest", result.scenario);
  }
  result.within = json.value("within", "");
  result.reason = json.value("reason", "");
  return result;
}

Json results_to_json(const std::vector<GeneratedResult>& results) {
  Json json = Json::array();
  for (const GeneratedResult& result : results) json.push_back(result_to_json(result));
  return json;
}

std::vector<GeneratedResult> results_from(const Json& json) {
  std::vector<GeneratedResult> results;
  for (const Json& result : json) results.push_back(result_from(result));
  return results;
}

Json to_json(const RootCause& cause) {
  return {{"kind", name_of(cause.kind)}, {"methods", cause.methods},       {"tests", cause.tests},
          {"threads", cause.threads},    {"operations", cause.operations}, {"smallest", cause.smallest}};
}

template <class Number>
Number sum(const std::vector<GeneratedResult>& results, Number GeneratedResult::*field) {
  Number total = 0;
  for (const GeneratedResult& result : results) total += result.*field;
  return total;
}

std::string reason_of(const GeneratedTests& report) {
  if (!report.stopped.empty()) return report.stopped;
  for (const GeneratedResult& result : report.results) {
    if (result.status == ExitStatus::unknown)
      return fmt::format("test {}: {}", result.scenario, result.reason);
  }
  return "";
}

std::pair<unsigned, unsigned> shard_of(const GeneratedTests& report) {
  std::pair<unsigned, unsigned> shard{1, 1};
  if (!report.shard.empty()) std::sscanf(report.shard.c_str(), "%u/%u", &shard.first, &shard.second);
  return shard;
}

}  // namespace

void add_fields(Json& json, const GeneratedTests& report) {
  json["test"] = report.test;
  if (!report.shard.empty()) json["shard"] = report.shard;
  json["families"] = Json::array();
  for (const GeneratedFamily& family : report.families)
    json["families"].push_back({{"name", family.name}, {"size", family.size}, {"done", family.done}});
  json["tests"] = report.results.size();
  json["passed"] = report.count(ExitStatus::pass);
  json["failed"] = report.count(ExitStatus::violation);
  json["undecided"] = report.count(ExitStatus::unknown);
  json["root_causes"] = Json::array();
  for (const RootCause& cause : root_causes(report)) json["root_causes"].push_back(to_json(cause));
  json["executions"] = sum(report.results, &GeneratedResult::executions);
  json["blocked"] = 0;
  json["redundant"] = 0;
  json["histories"] = sum(report.results, &GeneratedResult::histories);
  json["complete"] = report.complete();
  if (report.status() == ExitStatus::pass) json["within"] = report.within();
  json["cpu_seconds"] = sum(report.results, &GeneratedResult::seconds);
  json["notes"] = report.notes;
  if (!report.stopped.empty()) json["stopped"] = report.stopped;
  if (report.status() == ExitStatus::unknown) json["reason"] = reason_of(report);
  if (!report.failure.empty()) {
    const Json failure = Json::parse(report.failure, nullptr, false);
    json["failure"] = failure;
    if (failure.is_object() && failure.contains("violation")) json["violation"] = failure["violation"];
  }
  json["results"] = results_to_json(report.results);
}

GeneratedTests generated_from_json(std::string_view text, const std::string& source) {
  try {
    const Json json = Json::parse(text);
    GeneratedTests report;
    report.criterion = json.at("criterion");
    report.spec = json.at("spec");
    report.subject = json.at("program");
    report.operations = json.at("operations");
    report.test = json.at("test");
    report.shard = json.value("shard", "");
    for (const Json& family : json.at("families"))
      report.families.push_back({family.at("name"), family.at("size"), family.at("done")});
    report.results = results_from(json.at("results"));
    report.notes = json.at("notes").get<std::vector<std::string>>();
    report.stopped = json.value("stopped", "");
    report.seconds = json.at("seconds");
    if (json.contains("failure")) report.failure = json_text(json["failure"]);
    return report;
  } catch (const Json::parse_error& error) {  // its own message may quote the whole file
    throw InputError(Place{source, 0, 0},
                     fmt::format("not JSON at byte {}: expected a result of generated tests", error.byte));
  } catch (const Json::exception& error) {
    throw InputError(Place{source, 0, 0}, fmt::format("not a result of generated tests: {}", error.what()));
  }
}

std::string to_line(const std::vector<GeneratedResult>& results) {
  return results_to_json(results).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::vector<GeneratedResult>> results_from_line(const std::string& line) {
  try {
    return results_from(Json::parse(line));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

GeneratedTests merge(const std::vector<GeneratedTests>& shards) {
  GeneratedTests all = shards.front();
  all.results.clear();
  all.operations = 0;
  all.shard.clear();
  all.stopped.clear();
  for (GeneratedFamily& family : all.families) family.done = 0;
  std::set<unsigned> seen;
  const unsigned count = shard_of(shards.front()).second;
  for (const GeneratedTests& shard : shards) {
    const auto [index, of] = shard_of(shard);
    if (shard.subject != all.subject || shard.test != all.test || of != count)
      throw InputError("these results are not shards of one run: " + all.subject + " and " + shard.subject);
    if (!seen.insert(index).second) throw InputError(fmt::format("shard {}/{} is there twice", index, count));
    all.results.insert(all.results.end(), shard.results.begin(), shard.results.end());
    all.seconds = std::max(all.seconds, shard.seconds);
    all.operations += shard.operations;
    if (!shard.stopped.empty()) all.stopped = shard.stopped;
    for (std::size_t i = 0; i < shard.families.size(); ++i) {
      if (i >= all.families.size())
        all.families.push_back({shard.families[i].name, shard.families[i].size, 0});
      all.families[i].done += shard.families[i].done;
    }
    for (const std::string& note : shard.notes) {
      if (std::ranges::find(all.notes, note) == all.notes.end()) all.notes.push_back(note);
    }
  }
  if (seen.size() != count) throw InputError(fmt::format("found {} of {} shards", seen.size(), count));
  std::ranges::sort(all.results, {}, &GeneratedResult::number);
  if (const GeneratedResult* smallest = all.smallest_failure()) {
    for (const GeneratedTests& shard : shards) {
      const GeneratedResult* own = shard.smallest_failure();
      if (own != nullptr && own->number == smallest->number) all.failure = shard.failure;
    }
  }
  return all;
}

}  // namespace linnet

// Checkpoints as JSON.
#include "driver/exploring/exploration_checkpoint.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const FoundFailure& found) {
  return {{"kind", name_of(found.kind)}, {"place", found.place},   {"schedule", found.schedule.to_text()},
          {"count", found.count},        {"number", found.number}, {"shortest", found.shortest}};
}

FoundFailure found_from(const Json& json) {
  const auto kind = value_in(kEndingKinds, json.at("kind").get<std::string>());
  if (!kind) throw InputError("damaged");
  return {*kind,
          json.at("place"),
          Schedule::from_text(json.at("schedule").get<std::string>()),
          json.at("count"),
          json.at("number"),
          json.at("shortest"),
          std::nullopt,
          std::nullopt};
}

Json to_json(const Stage& stage) {
  return {{"executions", stage.executions}, {"blocked", stage.blocked},
          {"redundant", stage.redundant},   {"cut", stage.cut},
          {"finished", stage.finished},     {"complete", stage.complete}};
}

Stage stage_from(const Json& json) {
  Stage stage;
  stage.executions = json.at("executions");
  stage.blocked = json.at("blocked");
  stage.redundant = json.at("redundant");
  stage.cut = json.at("cut");
  stage.finished = json.at("finished");
  stage.complete = json.at("complete");
  return stage;
}

}  // namespace

ExplorationCheckpoint checkpoint_from(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    ExplorationCheckpoint checkpoint{json.at("turns"),
                                     json.at("positions"),
                                     {},
                                     {},
                                     json.at("racy_places"),
                                     {json.at("cuts").at("loops"), json.at("cuts").at("barriers"),
                                      json.at("cuts").at("end"), json.at("cuts").at("symmetry")},
                                     {json.at("weak_orders"), json.at("consumes"), json.at("unordered_looks"),
                                      json.at("unseen_code"), json.at("unseen_files")},
                                     json.at("seconds"),
                                     json.at("cpu_seconds"),
                                     json.at("histories"),
                                     json.at("reason"),
                                     json.at("suppressed"),
                                     json.at("longest"),
                                     json.at("forbidden")};
    for (const Json& stage : json.at("stages")) checkpoint.stages.push_back(stage_from(stage));
    for (const Json& found : json.at("found")) checkpoint.found.push_back(found_from(found));
    return checkpoint;
  } catch (const Json::exception&) {
    throw InputError("damaged");
  }
}

std::string to_line(const ExplorationCheckpoint& checkpoint) {
  Json json;
  json["seconds"] = checkpoint.seconds;
  json["cpu_seconds"] = checkpoint.cpu_seconds;
  json["stages"] = Json::array();
  for (const Stage& stage : checkpoint.stages) json["stages"].push_back(to_json(stage));
  json["found"] = Json::array();
  for (const FoundFailure& found : checkpoint.found) json["found"].push_back(to_json(found));
  json["racy_places"] = checkpoint.racy_places;
  json["cuts"] = {{"loops", checkpoint.cuts.loops},
                  {"barriers", checkpoint.cuts.barriers},
                  {"end", checkpoint.cuts.end},
                  {"symmetry", checkpoint.cuts.symmetry}};
  json["weak_orders"] = checkpoint.not_covered.weak_orders;
  json["consumes"] = checkpoint.not_covered.consumes;
  json["unordered_looks"] = checkpoint.not_covered.unordered_looks;
  json["unseen_code"] = checkpoint.not_covered.unseen_code;
  json["unseen_files"] = checkpoint.not_covered.unseen_files;
  json["reason"] = checkpoint.reason;
  json["histories"] = checkpoint.histories;
  json["suppressed"] = checkpoint.suppressed;
  json["longest"] = checkpoint.longest;
  json["forbidden"] = checkpoint.forbidden;
  json["turns"] = checkpoint.turns;
  json["positions"] = checkpoint.positions;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace linnet

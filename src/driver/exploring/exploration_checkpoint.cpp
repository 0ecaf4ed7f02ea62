// Checkpoints as JSON, and what is refused of them.
#include "driver/exploring/exploration_checkpoint.hpp"

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "report/json/result_files.hpp"

namespace linnet {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kVersion = 2;

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

}  // namespace

std::optional<ExplorationCheckpoint> read_checkpoint(const std::string& file, std::uint32_t program) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  try {
    const Json json = Json::parse(in);
    if (json.at("linnet_checkpoint") != kVersion) throw InputError("of another version");
    ExplorationCheckpoint checkpoint{json.at("program"),     json.at("position"), {},
                                     json.at("racy_places"), json.at("seconds"),  json.at("cpu_seconds"),
                                     json.at("histories")};
    if (checkpoint.program != program)
      throw InputError("of another program, or of another version of this one");
    for (const Json& found : json.at("found")) checkpoint.found.push_back(found_from(found));
    return checkpoint;
  } catch (const Json::exception&) {
    throw InputError(Place{file, 0, 0}, "not a checkpoint: remove it to start anew");
  } catch (const InputError& error) {
    throw InputError(Place{file, 0, 0},
                     fmt::format("this checkpoint is {}: remove it to start anew", error.what()));
  }
}

void write_checkpoint(const std::string& file, const ExplorationCheckpoint& checkpoint) {
  Json json;
  json["linnet_checkpoint"] = kVersion;
  json["program"] = checkpoint.program;
  json["seconds"] = checkpoint.seconds;
  json["cpu_seconds"] = checkpoint.cpu_seconds;
  json["found"] = Json::array();
  for (const FoundFailure& found : checkpoint.found) json["found"].push_back(to_json(found));
  json["racy_places"] = checkpoint.racy_places;
  json["histories"] = checkpoint.histories;
  json["position"] = checkpoint.position;
  write_checkpoint_file(file, json.dump(1));
}

}  // namespace linnet

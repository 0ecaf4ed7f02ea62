// Files and table of a folder of histories.
#include "driver/exploring/history_folder.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/writer.hpp"

namespace linnet {

namespace fs = std::filesystem;

void name_specification(History& history, const ObjectScenario& scenario) {
  if (!scenario.spec) return;
  history.header.spec = scenario.spec->name();
  history.header.initial = scenario.initial;
}

HistoryFolder::HistoryFolder(std::string folder, const ObjectScenario& scenario, std::string table)
    : folder_(std::move(folder)), scenario_(scenario), table_(std::move(table)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw InputError(fmt::format("cannot make the folder {}: {}", folder_.string(), error.message()));
}

fs::path HistoryFolder::file(std::size_t number) const {
  std::string name = scenario_.name;
  std::ranges::replace(name, '/', '-');
  return folder_ / fmt::format("{}.{}.jsonl", name, number);
}

void HistoryFolder::write(std::size_t number, History history) const {
  name_specification(history, scenario_);
  write_history(history, file(number).string(), "native");
}

void HistoryFolder::write_table(const std::map<std::size_t, std::uint64_t>& times_of_number) const {
  const fs::path path = folder_ / table_;
  std::ofstream table(path, std::ios::app);
  for (const auto& [number, times] : times_of_number)
    table << file(number).filename().string() << '\t' << times << '\n';
  if (!table.flush()) throw InputError("cannot write " + path.string());
}

std::size_t HistoryCollection::met(const RecordingKey& key, const std::function<History()>& history) {
  const auto [at, is_new] = numbers_.try_emplace(key, numbers_.size() + 1);
  if (is_new) folder_.write(at->second, history());
  return at->second;
}

}  // namespace linnet

// A folder for the distinct histories of a scenario, one file each, and a table of how often each was seen:
// the result of `--output` for native runs and explorations. Several scenarios may share one folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "driver/program/object_scenarios.hpp"
#include "history/model/history.hpp"
#include "scenario/recording.hpp"

namespace linnet {

// Writes the name of the specification into the history, so that linnet check needs no --spec.
void name_specification(History& history, const ObjectScenario& scenario);

class HistoryFolder {
 public:
  // Makes the folder. Throws InputError if that is impossible.
  HistoryFolder(std::string folder, const ObjectScenario& scenario, std::string table);

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path file(std::size_t number) const;  // numbers in the order of discovery, from 1
  // These throw InputError if the file cannot be written.
  void write(std::size_t number, History history) const;
  void write_table(const std::map<std::size_t, std::uint64_t>& times_of_number) const;

 private:
  std::filesystem::path folder_;
  const ObjectScenario& scenario_;
  std::string table_;
};

// Writes each history when it is first met.
class HistoryCollection {
 public:
  explicit HistoryCollection(HistoryFolder folder) : folder_(std::move(folder)) {}

  // The number of the history in this folder.
  std::size_t met(const RecordingKey& key, const std::function<History()>& history);
  void add(std::size_t number, std::uint64_t times) { times_[number] += times; }
  void write_table() const { folder_.write_table(times_); }

 private:
  HistoryFolder folder_;
  std::map<RecordingKey, std::size_t> numbers_;
  std::map<std::size_t, std::uint64_t> times_;
};

}  // namespace linnet

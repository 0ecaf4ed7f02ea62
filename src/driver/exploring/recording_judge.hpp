// Judges the executions of one scenario of an object test, or those of a main that records calls: a recording
// becomes a history, and every distinct history is decided once. The classes below know by which promise.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/object_test.hpp"
#include "scenario/recording.hpp"
#include "scenario/scenario.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

// How much the report of a violation contains.
enum class Detail : std::uint8_t { verdict, explained };

class RecordingJudge {
 public:
  virtual ~RecordingJudge() = default;

  // Returns nothing if the history is consistent, or equal to one that was. Otherwise the report is a
  // violation, or unknown if the limits were reached.
  std::optional<CheckedHistory> judge(const Recording& recording, Ended ended, Detail detail);
  // If there are client orders, the history is in the first of them.
  History history(const Recording& recording, Ended ended) const;

  std::uint64_t distinct_histories() const {
    return consistent_.size() + reported_.size() + reported_elsewhere_.size();
  }
  std::uint64_t inconsistent_histories() const { return inconsistent_; }
  // The number of calls in the longest history.
  std::size_t most_calls() const { return most_calls_; }
  // The first few histories that are short and keep the promise.
  const std::vector<History>& examples() const { return examples_; }
  // What --algorithm paper did for all histories.
  const PaperEffort& paper_effort() const { return effort_; }

  // The histories that were met, for another run that continues from here and does not count them again.
  std::string save() const;
  void load(std::string_view saved);
  // The histories that need not be judged again.
  std::vector<RecordingKey> decided() const;

 protected:
  RecordingJudge(const ObjectTest& test, const Scenario& scenario);
  // For a main, whose recordings contain their calls.
  explicit RecordingJudge(std::string program) : name_(std::move(program)) {}

  virtual CheckedHistory decide(const Recording& recording, History history, Detail detail) const = 0;

  // Whether what one operation hands over to another comes with all that was done before; asked of what keeps the promise otherwise.
  virtual std::optional<CheckedHistory> judge_handovers(const Recording&, Ended) const {
    return std::nullopt;
  }

  // What is visible after what, by OperationIndex of a history of the recording.
  std::vector<std::uint64_t> by_operation(const Recording& recording, const History& history) const;
  // By OperationIndex of a history of the recording: which of its calls that is.
  std::vector<std::uint32_t> calls_in(const History& history, const Recording& recording) const;

 private:
  std::optional<CheckedHistory> judge_in_order(const Recording& recording, Ended ended, Detail detail);
  CheckedHistory check(const Recording& recording, Ended ended, Detail detail) const;
  CheckedHistory check_with_client(Recording recording, Ended ended) const;
  History history_in_order(const Recording& recording, Ended ended, const ClientOrders::Order& order) const;
  const std::vector<RecordedCall>& calls_of(const Recording& recording) const {
    return recording.calls.empty() ? planned_ : recording.calls;
  }

  std::string name_;
  std::vector<RecordedCall> planned_;  // of the scenario
  absl::flat_hash_set<RecordingKey> consistent_;
  absl::flat_hash_map<RecordingKey, CheckedHistory> reported_;
  absl::flat_hash_map<RecordingKey, bool>
      reported_elsewhere_;  // whether it is inconsistent; not met here so far
  absl::flat_hash_set<RecordingKey> not_handed_over_;
  std::uint64_t inconsistent_ = 0;
  std::size_t most_calls_ = 0;
  std::vector<History> examples_;
  PaperEffort effort_;
};

}  // namespace linnet

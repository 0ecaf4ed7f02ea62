// Judges the executions of one scenario of an object test, or those of a main that records calls: a recording becomes a history,
// and every distinct history is decided once. By what, the classes below know.
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

// How much a report of a violation says.
enum class Detail : std::uint8_t { verdict, explained };

class RecordingJudge {
 public:
  virtual ~RecordingJudge() = default;

  // Nothing if it is consistent, or the same as a history that was. The report is a violation, or unknown if the limits were
  // reached.
  std::optional<CheckedHistory> judge(const Recording& recording, Ended ended, Detail detail);
  // With client orders: in the first of them.
  History history(const Recording& recording, Ended ended) const;

  std::uint64_t distinct_histories() const {
    return consistent_.size() + reported_.size() + reported_elsewhere_.size();
  }
  std::uint64_t inconsistent_histories() const { return inconsistent_; }
  // That of the longest of them.
  std::size_t most_calls() const { return most_calls_; }
  // The first few, as far as they are short and keep the promise.
  const std::vector<History>& examples() const { return examples_; }
  // What --algorithm paper did for all of them.
  const PaperEffort& paper_effort() const { return effort_; }

  // Which histories were met, for another run that goes on from here: they are not counted again there.
  std::string save() const;
  void load(std::string_view saved);
  // Those that need not be judged again.
  std::vector<RecordingKey> decided() const;

 protected:
  RecordingJudge(const ObjectTest& test, const Scenario& scenario);
  // For a main, whose recordings have their calls with them.
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

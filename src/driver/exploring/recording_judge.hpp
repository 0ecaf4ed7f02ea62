// Judges the executions of one scenario of an object test: a recording becomes a history, and every distinct history
// is decided once. By what, the classes below know.
//
// Two histories are the same if every call had the same result, or none, and the same calls had returned before it
// was made. That is known by a hash of 16 bytes: with a billion distinct histories, the chance that any two of them
// are mistaken for each other is below 1 in 10^20.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "driver/exploring/execution_judge.hpp"
#include "runtime/object_test.hpp"

namespace linnet {

class RecordingJudge : public ExecutionJudge {
 public:
  bool records() const final { return !recording_.cut && (recording_.finished || recording_.pending()); }
  std::optional<CheckReport> judge(Ended ended, Detail detail) final;
  std::uint64_t distinct_histories() const final {
    return consistent_.size() + reported_.size() + reported_elsewhere_.size();
  }
  std::uint64_t inconsistent_histories() const final { return inconsistent_; }
  PaperEffort paper_effort() const final { return effort_; }
  std::string save() const final;
  void load(std::string_view saved) final;
  void collect_in(HistoryCollection* collection) final { collection_ = collection; }

 protected:
  // `recording` is that of the last execution, whenever judge() is called.
  RecordingJudge(const runtime::ObjectTest& test, const runtime::Scenario& scenario,
                 const runtime::Recording& recording);

  virtual CheckReport decide(History history, Detail detail) const = 0;
  const runtime::Recording& recording() const { return recording_; }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  using EventKind = runtime::Recording::Event::Kind;

  Key key_of_recording(Ended ended) const;
  History history(Ended ended) const;
  CheckReport check(Ended ended, Detail detail) const;

  const runtime::ObjectTest& test_;
  const runtime::Scenario& scenario_;
  const runtime::Recording& recording_;
  std::vector<std::uint32_t> part_of_call_;
  absl::flat_hash_set<Key> consistent_;
  absl::flat_hash_map<Key, CheckReport> reported_;
  absl::flat_hash_map<Key, bool> reported_elsewhere_;  // whether it is inconsistent; not met here so far
  std::uint64_t inconsistent_ = 0;
  PaperEffort effort_;
  HistoryCollection* collection_ = nullptr;
};

}  // namespace linnet

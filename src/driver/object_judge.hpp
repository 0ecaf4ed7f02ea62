// Judges the executions of one scenario of an object test: a recording becomes a history, and every distinct history
// is checked once.
//
// Two histories are the same if every call had the same result, or none, and the same calls had returned before it
// was made. That is known by a hash of 16 bytes: with a billion distinct histories, the chance that any two of them
// are mistaken for each other is below 1 in 10^20.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "driver/check_request.hpp"
#include "driver/execution_judge.hpp"
#include "linnet/spec.hpp"
#include "runtime/object_test.hpp"

namespace linnet {

class ObjectJudge final : public ExecutionJudge {
 public:
  // Runs what may call the program's own specification: see runtime::visit_program().
  using Visit = std::function<void(const std::function<void()>&)>;

  struct Subject {
    const runtime::ObjectTest& test;
    const runtime::Scenario& scenario;
    const runtime::Recording& recording;  // of the last execution, whenever judge() is called
    Spec spec;
    Visit visit;
  };

  // Throws InputError if the request has a criterion that is unknown.
  ObjectJudge(Subject subject, CheckRequest request);

  bool records() const override {
    const runtime::Recording& recording = subject_.recording;
    return !recording.cut && (recording.finished || recording.pending());
  }
  std::optional<CheckReport> judge(Ended ended, Detail detail) override;
  std::uint64_t distinct_histories() const override { return consistent_.size() + reported_.size(); }
  std::uint64_t inconsistent_histories() const override { return inconsistent_; }
  PaperEffort paper_effort() const override { return effort_; }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  using EventKind = runtime::Recording::Event::Kind;

  Key key_of_recording(Ended ended) const;
  History history(Ended ended) const;
  CheckReport check(Ended ended, Detail detail) const;

  Subject subject_;
  CheckRequest request_;
  std::vector<std::uint32_t> part_of_call_;
  absl::flat_hash_set<Key> consistent_;
  absl::flat_hash_map<Key, CheckReport> reported_;
  std::uint64_t inconsistent_ = 0;
  PaperEffort effort_;
};

}  // namespace linnet

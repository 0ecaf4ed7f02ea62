#include "driver/recording_judge.hpp"

#include <bit>

#include "base/hash.hpp"
#include "history/history_builder.hpp"

namespace linnet {

namespace {

// One of two independent hashes of what a recording says. Sums, so that the order in which calls are met does not
// matter beyond what had returned before each.
class RecordingHash {
 public:
  explicit RecordingHash(std::uint64_t seed) : seed_(mix(seed)) {}

  void call(std::uint32_t call) { sum_ += mix(mix(seed_, 3 * std::uint64_t{call}), returned_); }
  void ret(std::uint32_t call, linnet_word result) {
    returned_ += mix(seed_, 3 * std::uint64_t{call} + 1);
    sum_ += mix(mix(seed_, 3 * std::uint64_t{call} + 2), result);
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t seed_;
  std::uint64_t returned_ = 0;  // of the set of calls that have returned
  std::uint64_t sum_ = 0;
};

}  // namespace

RecordingJudge::RecordingJudge(const runtime::ObjectTest& test, const runtime::Scenario& scenario,
                               const runtime::Recording& recording)
    : test_(test), scenario_(scenario), recording_(recording) {
  const std::vector<std::uint32_t>& ends = scenario.part_ends;
  for (std::uint32_t part = 0; part < ends.size(); ++part) part_of_call_.resize(ends[part], part);
}

RecordingJudge::Key RecordingJudge::key_of_recording(Ended ended) const {
  RecordingHash first(ended == Ended::waiting ? 1 : 2), second(ended == Ended::waiting ? 3 : 4);
  for (const auto [call, returns] : recording_.events) {
    if (returns) {
      first.ret(call, recording_.results[call]);
      second.ret(call, recording_.results[call]);
    } else {
      first.call(call);
      second.call(call);
    }
  }
  return {first.value(), second.value()};
}

std::optional<CheckReport> RecordingJudge::judge(Ended ended) {
  const Key key = key_of_recording(ended);
  if (consistent_.contains(key)) return std::nullopt;
  if (const auto found = reported_.find(key); found != reported_.end()) return found->second;
  CheckReport report = decide(history(ended));
  report.source = test_.name;
  if (passed(report.verdict)) {
    consistent_.insert(key);
    return std::nullopt;
  }
  return reported_.emplace(key, std::move(report)).first->second;
}

History RecordingJudge::history(Ended ended) const {
  HistoryBuilder builder(test_.name);
  const ObjectId object = builder.object(Value());
  std::vector<Value> arguments;
  for (const auto [number, returns] : recording_.events) {
    // Init and final are one thread: they never meet the others.
    const std::uint32_t part = part_of_call_[number];
    const ThreadId thread = builder.thread(part == scenario_.final_part() ? 0 : part);
    if (returns) {
      builder.ret(thread, std::bit_cast<Value>(recording_.results[number]), 0);
      continue;
    }
    const runtime::PlannedCall& call = scenario_.calls[number];
    arguments.clear();
    for (const linnet_word word : call.arguments) arguments.push_back(std::bit_cast<Value>(word));
    const std::string& name = test_.operations[call.operation].name;
    builder.call(thread, builder.method(name), arguments, object, 0);
  }
  if (ended == Ended::waiting && recording_.pending()) builder.stuck(0);
  return builder.finish();
}

}  // namespace linnet

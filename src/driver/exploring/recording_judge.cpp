// RecordingJudge: which histories are the same, and the history that a recording is.
#include "driver/exploring/recording_judge.hpp"

#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "driver/exploring/history_folder.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

namespace {

// One of two independent hashes of what a recording says. Sums, so that the order in which calls are met does not
// matter beyond what had returned before each.
class RecordingHash {
 public:
  explicit RecordingHash(std::uint64_t seed) : seed_(mix(seed)) {}

  void call(std::uint32_t call) { sum_ += mix(mix(seed_, 3 * std::uint64_t{call}), returned_); }
  void crash() { sum_ += mix(seed_ + 1, returned_); }
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
  for (const auto [kind, call] : recording_.events) {
    for (RecordingHash* hash : {&first, &second}) {
      switch (kind) {
        case EventKind::call: hash->call(call); break;
        case EventKind::ret: hash->ret(call, recording_.results[call]); break;
        case EventKind::crash: hash->crash(); break;
      }
    }
  }
  return {first.value(), second.value()};
}

std::optional<CheckReport> RecordingJudge::judge(Ended ended, Detail detail) {
  const Key key = key_of_recording(ended);
  if (collection_ != nullptr) collection_->met(key, [&] { return history(ended); });
  if (consistent_.contains(key)) return std::nullopt;
  if (const auto found = reported_.find(key); found != reported_.end()) {
    const bool explained = found->second.explanation || !violated(found->second.verdict);
    if (!explained && detail == Detail::explained) found->second = check(ended, detail);
    return found->second;
  }
  CheckReport report = check(ended, detail);
  if (report.quasi) {
    effort_.sequentializations += report.quasi->sequentializations;
    effort_.permutations += report.quasi->permutations;
  }
  const bool known = reported_elsewhere_.erase(key) > 0;
  if (violated(report.verdict) && !known) ++inconsistent_;
  if (passed(report.verdict)) {
    consistent_.insert(key);
    return std::nullopt;
  }
  return reported_.emplace(key, std::move(report)).first->second;
}

// A letter for what is known of it, and the key.
std::string RecordingJudge::save() const {
  std::string text;
  const auto add = [&text](char what, const Key& key) {
    text += fmt::format("{}{:016x}{:016x}", what, key.first, key.second);
  };
  for (const Key& key : consistent_) add('c', key);
  for (const auto& [key, report] : reported_) add(violated(report.verdict) ? 'i' : 'u', key);
  for (const auto& [key, inconsistent] : reported_elsewhere_) add(inconsistent ? 'i' : 'u', key);
  return text;
}

void RecordingJudge::load(std::string_view saved) {
  constexpr std::size_t kWord = 16, kEntry = 1 + 2 * kWord;
  const auto word = [](std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc() || end != digits.data() + digits.size())
      throw InputError("damaged where it lists histories");
    return value;
  };
  if (saved.size() % kEntry != 0) throw InputError("damaged where it lists histories");
  for (; !saved.empty(); saved.remove_prefix(kEntry)) {
    const Key key{word(saved.substr(1, kWord)), word(saved.substr(1 + kWord, kWord))};
    if (saved[0] == 'c') {
      consistent_.insert(key);
    } else {
      reported_elsewhere_.emplace(key, saved[0] == 'i');
      inconsistent_ += saved[0] == 'i';
    }
  }
}

CheckReport RecordingJudge::check(Ended ended, Detail detail) const {
  CheckReport report = decide(history(ended), detail);
  report.source = test_.name;
  return report;
}

History RecordingJudge::history(Ended ended) const {
  HistoryBuilder builder(test_.name);
  const ObjectId object = builder.object(Value());
  std::vector<Value> arguments;
  const auto calls = static_cast<std::uint32_t>(scenario_.calls.size());
  for (const auto [kind, number] : recording_.events) {
    if (kind == EventKind::crash) {
      builder.crash(std::nullopt, 0);
      continue;
    }
    // Init and final are one thread: they never meet the others. After a crash the numbers go on.
    const std::uint32_t part = part_of_call_[number % calls];
    const ThreadId thread = builder.thread(part == scenario_.final_part() ? 0 : part);
    if (kind == EventKind::ret) {
      builder.ret(thread, std::bit_cast<Value>(recording_.results[number]), 0);
      continue;
    }
    const runtime::PlannedCall& call = scenario_.calls[number % calls];
    arguments.clear();
    for (const linnet_word word : call.arguments) arguments.push_back(std::bit_cast<Value>(word));
    const std::string& name = test_.operations[call.operation].name;
    builder.call(thread, builder.method(name), arguments, object, 0);
  }
  if (ended == Ended::waiting && recording_.pending()) builder.stuck(0);
  return builder.finish();
}

}  // namespace linnet

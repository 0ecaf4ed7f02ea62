// RecordingJudge: which histories are the same, and the history that a recording is.
#include "driver/exploring/recording_judge.hpp"

#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

RecordingJudge::RecordingJudge(const ObjectTest& test, const Scenario& scenario)
    : test_(test), scenario_(scenario) {
  const std::vector<std::uint32_t>& ends = scenario.part_ends;
  for (std::uint32_t part = 0; part < ends.size(); ++part) part_of_call_.resize(ends[part], part);
}

std::optional<CheckedHistory> RecordingJudge::judge(const Recording& recording, Ended ended, Detail detail) {
  const RecordingKey key = key_of(recording, ended);
  if (consistent_.contains(key)) return std::nullopt;
  if (const auto found = reported_.find(key); found != reported_.end()) {
    const bool explained = found->second.explanation || !violated(found->second.verdict);
    if (!explained && detail == Detail::explained) found->second = check(recording, ended, detail);
    return found->second;
  }
  CheckedHistory report = check(recording, ended, detail);
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

std::vector<RecordingKey> RecordingJudge::decided() const {
  std::vector<RecordingKey> keys(consistent_.begin(), consistent_.end());
  for (const auto& [key, inconsistent] : reported_elsewhere_) {
    if (inconsistent) keys.push_back(key);
  }
  return keys;
}

// A letter for what is known of it, and the key.
std::string RecordingJudge::save() const {
  std::string text;
  const auto add = [&text](char what, const RecordingKey& key) {
    text += fmt::format("{}{:016x}{:016x}", what, key.first, key.second);
  };
  for (const RecordingKey& key : consistent_) add('c', key);
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
    const RecordingKey key{word(saved.substr(1, kWord)), word(saved.substr(1 + kWord, kWord))};
    if (saved[0] == 'c') {
      consistent_.insert(key);
    } else {
      reported_elsewhere_.emplace(key, saved[0] == 'i');
      inconsistent_ += saved[0] == 'i';
    }
  }
}

CheckedHistory RecordingJudge::check(const Recording& recording, Ended ended, Detail detail) const {
  CheckedHistory report = decide(recording, history(recording, ended), detail);
  report.subject = test_.name;
  return report;
}

History RecordingJudge::history(const Recording& recording, Ended ended) const {
  using EventKind = Recording::Event::Kind;
  HistoryBuilder builder(test_.name);
  const ObjectId object = builder.object(Value());
  std::vector<Value> arguments;
  const auto calls = static_cast<std::uint32_t>(scenario_.calls.size());
  for (const auto [kind, number] : recording.events) {
    if (kind == EventKind::crash) {
      builder.crash(std::nullopt, 0);
      continue;
    }
    // Init and final are one thread: they never meet the others. After a crash the numbers go on.
    const std::uint32_t part = part_of_call_[number % calls];
    const ThreadId thread = builder.thread(part == scenario_.final_part() ? 0 : part);
    if (kind == EventKind::ret) {
      builder.ret(thread, std::bit_cast<Value>(recording.results[number]), 0);
      continue;
    }
    const PlannedCall& call = scenario_.calls[number % calls];
    arguments.clear();
    for (const linnet_word word : call.arguments) arguments.push_back(std::bit_cast<Value>(word));
    const std::string& name = test_.operations[call.operation].name;
    builder.call(thread, builder.method(name), arguments, object, 0);
  }
  if (ended == Ended::waiting && recording.pending()) builder.stuck(0);
  return builder.finish();
}

}  // namespace linnet

// RecordingJudge: which histories are the same, and the history that a recording is.
#include "driver/exploring/recording_judge.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

constexpr std::size_t kMostExamples = 8, kLongestExample = 12;

// Init and final are one thread: they never meet the others.
RecordingJudge::RecordingJudge(const ObjectTest& test, const Scenario& scenario) : name_(test.name) {
  for (std::uint32_t part = 0; part < scenario.part_ends.size(); ++part) {
    for (std::uint32_t i = scenario.part_begin(part); i < scenario.part_ends[part]; ++i) {
      const PlannedCall& planned = scenario.calls[i];
      RecordedCall& call = planned_.emplace_back();
      call.thread = part == scenario.final_part() ? 0 : part;
      call.method = Value(test.operations[planned.operation].name);
      for (const linnet_word word : planned.arguments) call.arguments.push_back(std::bit_cast<Value>(word));
    }
  }
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
  most_calls_ = std::max(most_calls_, report.operations);
  if (report.quasi) {
    effort_.sequentializations += report.quasi->sequentializations;
    effort_.permutations += report.quasi->permutations;
  }
  const bool known = reported_elsewhere_.erase(key) > 0;
  if (violated(report.verdict) && !known) ++inconsistent_;
  if (passed(report.verdict)) {
    consistent_.insert(key);
    if (examples_.size() < kMostExamples && report.operations <= kLongestExample)
      examples_.push_back(history(recording, ended));
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
  report.subject = name_;
  return report;
}

History RecordingJudge::history(const Recording& recording, Ended ended) const {
  using EventKind = Recording::Event::Kind;
  HistoryBuilder builder(name_);
  const std::vector<RecordedCall>& calls = recording.calls.empty() ? planned_ : recording.calls;
  for (const auto [kind, number] : recording.events) {
    if (kind == EventKind::crash) {
      builder.crash(std::nullopt, 0);
      continue;
    }
    const RecordedCall& call = calls[number % calls.size()];  // after a crash the numbers of a scenario go on
    const ThreadId thread = builder.thread(call.thread);
    if (kind == EventKind::ret) {
      builder.ret(thread, std::bit_cast<Value>(recording.results[number]), 0);
    } else {
      builder.call(thread, builder.method(call.method.as_text()), call.arguments, builder.object(call.object),
                   0);
    }
  }
  if (ended == Ended::waiting && recording.pending()) builder.stuck(0);
  return builder.finish();
}

}  // namespace linnet

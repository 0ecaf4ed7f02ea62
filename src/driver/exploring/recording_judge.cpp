// RecordingJudge: which recordings are the same history, and the conversion of a recording to a history.
#include "driver/exploring/recording_judge.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <ranges>

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/model/history_builder.hpp"

namespace linnet {

namespace {

constexpr std::size_t kMostExamples = 8, kLongestExample = 12;

CheckedHistory with_too_many_clients() {
  CheckedHistory report;
  report.verdict = Unknown{
      "the orders of its calls that clients can bring about are too many to try; expected fewer calls at "
      "once"};
  return report;
}

std::vector<std::uint32_t> calls_by_event(const Recording& recording) {
  std::vector<std::uint32_t> calls;
  for (const auto [kind, call] : recording.events) {
    if (kind == Recording::Event::Kind::call) calls.push_back(call);
  }
  return calls;
}

std::string describe(const RecordedCall& call) {
  return fmt::format("{}({})", call.method.as_text(),
                     fmt::join(call.arguments | std::views::transform(&Value::to_json), ", "));
}

// Pairs of calls that are ordered in the second order and not in the first.
using CallPair = std::pair<std::size_t, std::size_t>;
std::vector<CallPair> added(const ClientOrders::Order& first, const ClientOrders::Order& second) {
  std::vector<CallPair> pairs;
  for (std::size_t b = 0; b < second.size(); ++b) {
    for (std::size_t a = 0; a < second.size(); ++a) {
      if (((second[b] & ~first[b]) >> a & 1) != 0) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

}  // namespace

// Init and final are one thread: they never overlap the others.
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

// Under a memory model every order that a client can bring about must be explained.
std::optional<CheckedHistory> RecordingJudge::judge(const Recording& recording, Ended ended, Detail detail) {
  if (!recording.clients) return judge_in_order(recording, ended, detail);
  std::optional<CheckedHistory> undecided;
  if (recording.clients->possible.empty()) undecided = with_too_many_clients();
  Recording one = recording;
  one.clients->visible.clear();
  for (const ClientOrders::Order& order : recording.clients->possible) {
    one.clients->possible = {order};
    std::optional<CheckedHistory> report = judge_in_order(one, ended, detail);
    if (report && violated(report->verdict)) return report;
    if (report) undecided = std::move(report);
  }
  if (undecided || recording.clients->visible.empty()) return undecided;
  std::optional<CheckedHistory> report = judge_handovers(recording, ended);
  if (!report) return std::nullopt;
  report->subject = name_;
  inconsistent_ += not_handed_over_.insert(key_of(recording, ended)).second;
  return report;
}

std::optional<CheckedHistory> RecordingJudge::judge_in_order(const Recording& recording, Ended ended,
                                                             Detail detail) {
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

// For each history a letter for its verdict, and the key.
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
  if (recording.clients && detail == Detail::explained && violated(report.verdict))
    report = check_with_client(recording, ended);
  report.subject = name_;
  return report;
}

// Uses as little of the client's order as is needed to show the violation.
CheckedHistory RecordingJudge::check_with_client(Recording recording, Ended ended) const {
  ClientOrders& clients = *recording.clients;
  ClientOrders::Order& order = clients.possible.front();
  for (const auto& [a, b] : added(clients.always, order)) {
    order[b] &= ~(std::uint64_t{1} << a);
    if (!violated(decide(recording, history(recording, ended), Detail::verdict).verdict))
      order[b] |= std::uint64_t{1} << a;
  }
  CheckedHistory report = decide(recording, history(recording, ended), Detail::explained);
  const std::vector<RecordedCall>& calls = calls_of(recording);
  const std::vector<std::uint32_t> numbers = calls_by_event(recording);
  const auto text = [&](std::size_t i) { return describe(calls[numbers[i]]); };
  const std::vector<std::uint32_t> in_history = calls_in(report.history, recording);
  const auto operation = [&](std::size_t i) {
    return static_cast<OperationIndex>(std::ranges::find(in_history, numbers[i]) - in_history.begin());
  };
  std::vector<std::string> client;
  for (const auto& [a, b] : added(clients.always, order)) {
    report.client.emplace_back(operation(a), operation(b));
    client.push_back(fmt::format(
        "It shows to a caller that tells thread {} through a flag that {} of thread {} has returned, before "
        "thread {} calls {}.",
        calls[numbers[b]].thread, text(a), calls[numbers[a]].thread, calls[numbers[b]].thread, text(b)));
  }
  report.notes.insert(report.notes.begin(), client.begin(), client.end());
  return report;
}

std::vector<std::uint32_t> RecordingJudge::calls_in(const History& history,
                                                    const Recording& recording) const {
  std::vector<std::uint32_t> left = calls_by_event(recording), calls;
  for (const Operation& operation : history.operations) {
    const Value thread = history.words->threads[operation.thread.value];
    const auto next = std::ranges::find_if(left, [&](std::uint32_t call) {
      return Value(calls_of(recording)[call % calls_of(recording).size()].thread) == thread;
    });
    calls.push_back(*next);
    left.erase(next);
  }
  return calls;
}

std::vector<std::uint64_t> RecordingJudge::by_operation(const Recording& recording,
                                                        const History& history) const {
  const std::vector<std::uint32_t> numbers = calls_by_event(recording), calls = calls_in(history, recording);
  std::vector<std::size_t> events;  // by operation
  for (const std::uint32_t call : calls)
    events.push_back(static_cast<std::size_t>(std::ranges::find(numbers, call) - numbers.begin()));
  std::vector<std::uint64_t> rows(calls.size());
  for (std::size_t b = 0; b < rows.size(); ++b) {
    for (std::size_t a = 0; a < rows.size(); ++a)
      rows[b] |= (recording.clients->visible[events[b]] >> events[a] & 1) << a;
  }
  return rows;
}

History RecordingJudge::history_in_order(const Recording& recording, Ended ended,
                                         const ClientOrders::Order& order) const {
  HistoryBuilder builder(name_);
  std::vector<bool> returned(recording.results.size());
  for (const auto [kind, call] : recording.events) {
    if (kind == Recording::Event::Kind::ret) returned[call] = true;
  }
  const std::vector<std::uint32_t> numbers = calls_by_event(recording);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const RecordedCall& call = calls_of(recording)[numbers[i]];
    std::vector<std::int64_t> after;
    for (std::size_t a = 0; a < numbers.size(); ++a) {
      if ((order[i] >> a & 1) != 0) after.push_back(static_cast<std::int64_t>(a));
    }
    HistoryBuilder::Timed timed{.thread = builder.thread(call.thread),
                                .method = builder.method(call.method.as_text()),
                                .args = call.arguments,
                                .object = builder.object(call.object)};
    if (returned[numbers[i]]) timed.result = std::bit_cast<Value>(recording.results[numbers[i]]);
    timed.id = static_cast<std::int64_t>(i);
    timed.after = after;
    builder.operation(timed);
  }
  if (ended == Ended::waiting && recording.pending()) builder.stuck(0);
  return builder.finish();
}

History RecordingJudge::history(const Recording& recording, Ended ended) const {
  using EventKind = Recording::Event::Kind;
  if (recording.clients) return history_in_order(recording, ended, recording.clients->possible.front());
  HistoryBuilder builder(name_);
  const std::vector<RecordedCall>& calls = calls_of(recording);
  for (const auto [kind, number] : recording.events) {
    if (kind == EventKind::crash) {
      builder.crash(std::nullopt, 0);
      continue;
    }
    const RecordedCall& call = calls[number % calls.size()];  // numbers continue after a crash
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

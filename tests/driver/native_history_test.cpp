// Tests the conversion of native recordings to histories; and random clients.
#include "driver/native/native_history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "driver/checking/word_history.hpp"
#include "driver/program/scenario_text.hpp"
#include "driver/generating/random_scenario.hpp"
#include "history/formats/writer.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

std::string takes_integers(std::size_t, linnet_word word) {
  return (word & 1) != 0 ? "" : "an integer";
}

ObjectTest recorded_queue_test() {
  ObjectTest test;
  test.name = "queue";
  test.operations.resize(2);
  test.operations[0].name = "enq";
  test.operations[0].arity = 1;
  test.operations[1].name = "deq";
  for (DeclaredOperation& operation : test.operations) operation.expects = takes_integers;
  return test;
}

const ObjectTest kTest = recorded_queue_test();
const Spec kQueue = make_spec("queue");

NativeRecording complete(const Scenario& scenario) {
  NativeRecording recording;
  for (std::size_t part = 0; part < scenario.part_ends.size(); ++part) {
    recording.called.push_back(scenario.part_ends[part] - scenario.part_begin(part));
  }
  recording.returned = recording.called;
  recording.results.assign(scenario.calls.size(), 0);
  recording.before.assign(scenario.calls.size() * (scenario.part_ends.size() - 2), 0);
  return recording;
}

TEST(NativeHistory, InitComesFirstAndFinalLast) {
  const Scenario scenario = parse_scenario("enq(1) ; enq(2) | deq() ; deq()", kTest, &kQueue);
  NativeRecording recording = complete(scenario);
  recording.results[2] = Value(1).bits();
  recording.results[3] = Value(2).bits();
  close_order(recording, scenario);
  const History history = history_of(recording, scenario, kTest);
  ASSERT_EQ(history.size(), 4u);
  EXPECT_FALSE(history.order) << "an interval order";
  EXPECT_FALSE(history.precedes(1, 2));
  EXPECT_FALSE(history.precedes(2, 1));
  for (const OperationIndex thread : {1u, 2u}) {
    EXPECT_TRUE(history.precedes(0, thread));
    EXPECT_TRUE(history.precedes(thread, 3));
  }
}

// The third thread sees that the second one has returned, but read the counter of the first too early to see
// what the second one saw.
TEST(NativeHistory, WhatWasSeenOfOthersSeenCounts) {
  const Scenario scenario = parse_scenario("enq(1) | enq(2) | deq()", kTest, &kQueue);
  NativeRecording recording = complete(scenario);
  recording.before = {0, 0, 0, /**/ 1, 0, 0, /**/ 0, 1, 0};
  close_order(recording, scenario);
  EXPECT_EQ(recording.before, (std::vector<std::uint32_t>{0, 0, 0, 1, 0, 0, 1, 1, 0}));
}

// Two recordings of the same round, one of which read the counters a little later, have the same history.
TEST(NativeHistory, TheClosureIsThatOfTheDefinition) {
  std::mt19937_64 random(1);
  const Scenario scenario =
      parse_scenario("enq(1) enq(2) deq() | deq() deq() | enq(3) deq()", kTest, &kQueue);
  const std::size_t calls[] = {3, 2, 2}, first[] = {0, 3, 5};
  for (int n = 0; n < 2000; ++n) {
    // A real execution: events in some order, and readings that sometimes miss a return.
    NativeRecording recording = complete(scenario);
    std::uint32_t called[3] = {}, returned[3] = {};
    bool precedes[7][7] = {};
    for (int step = 0; step < 14;) {
      const std::size_t t = random() % 3;
      if (returned[t] == calls[t]) continue;
      ++step;
      if (called[t] > returned[t]) {
        ++returned[t];
        continue;
      }
      const std::size_t call = first[t] + called[t]++;
      for (std::size_t u = 0; u < 3; ++u) {
        const std::uint32_t seen = returned[u] - (u != t && returned[u] > 0 ? random() % 2 : 0);
        recording.before[call * 3 + u] = seen;
        for (std::uint32_t i = 0; i < seen; ++i) precedes[first[u] + i][call] = true;
      }
    }
    for (std::size_t k = 0; k < 7; ++k)
      for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = 0; b < 7; ++b) precedes[a][b] |= precedes[a][k] && precedes[k][b];
    close_order(recording, scenario);
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t u = 0; u < 3; ++u)
        for (std::size_t i = 0; i < calls[t]; ++i)
          for (std::size_t j = 0; j < calls[u]; ++j)
            ASSERT_EQ(j < recording.before[(first[t] + i) * 3 + u], precedes[first[u] + j][first[t] + i]);
  }
}

TEST(NativeHistory, TimesAndCountersSayTheSame) {
  const Scenario scenario = parse_scenario("enq(1) enq(2) | deq() deq()", kTest, &kQueue);
  NativeRecording by_counters = complete(scenario), by_times = by_counters;
  by_counters.before = {0, 0, /**/ 1, 1, /**/ 0, 0, /**/ 1, 1};
  by_times.times = {10, 12, /**/ 20, 30, /**/ 11, 13, /**/ 21, 22};
  close_order(by_counters, scenario);
  close_order(by_times, scenario);
  EXPECT_EQ(by_counters, by_times);
  EXPECT_TRUE(history_of(by_times, scenario, kTest).precedes(0, 2));
}

TEST(NativeHistory, WhatDidNotReturnIsPending) {
  const Scenario scenario = parse_scenario("enq(1) enq(2) | deq() deq()", kTest, &kQueue);
  NativeRecording recording = complete(scenario);
  recording.called = {0, 2, 1, 0};
  recording.returned = {0, 1, 0, 0};
  close_order(recording, scenario);
  const History history = history_of(recording, scenario, kTest);
  ASSERT_EQ(history.size(), 3u);
  EXPECT_FALSE(history.stuck);
  std::size_t pending = 0;
  for (const Operation& op : history.operations) pending += op.status == Operation::Status::pending ? 1 : 0;
  EXPECT_EQ(pending, 2u);
}

TEST(RandomScenario, IsTheSameForTheSameSeed) {
  const auto text = [](std::uint64_t seed) {
    return scenario_text(random_scenario(kTest, kQueue, {2, 5, 3}, seed), kTest);
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
  EXPECT_EQ(std::ranges::count(text(1), '('), 5);
  EXPECT_EQ(std::ranges::count(text(1), '|'), 1);
  EXPECT_NO_THROW(parse_scenario(text(3), kTest, &kQueue));
}

// Two threads of a multi-word primitive; the second one's mwcas does not return.
struct TwoWordTapes {
  WordTape tapes[2];
  std::vector<WordThread> threads{{&tapes[0], 0, 0}, {&tapes[1], 0, 0}};

  WordRecord call(std::size_t thread, WordMethod method, std::vector<std::int64_t> arguments,
                  std::int64_t at) {
    const WordRecord record = tapes[thread].add(method, arguments.size() / lists_of(method));
    std::ranges::copy(arguments, record.arguments().begin());
    record.called_at() = at;
    ++threads[thread].called;
    return record;
  }
  void ret(std::size_t thread, WordRecord record, linnet_kind kind, std::vector<std::int64_t> result,
           std::int64_t at) {
    std::ranges::copy(result, record.result().begin());
    record.set_result_kind(kind);
    record.returned_at() = at;
    ++threads[thread].returned;
  }

  TwoWordTapes() {
    ret(0, call(0, WordMethod::swap, {0, 1, 7, 8}, 10), linnet_list, {5, 5}, 20);
    ret(1, call(1, WordMethod::mwcas, {1, 5, 9}, 20), linnet_boolean, {0}, 30);
    ret(0, call(0, WordMethod::read, {1}, 40), linnet_list, {8}, 50);
    call(1, WordMethod::mwcas, {0, 7, 11}, 45);
  }
};

TEST(WordHistory, TapesBecomeAHistory) {
  const TwoWordTapes two;
  ASSERT_TRUE(has_only_plain_results(two.threads));
  const History history = history_of(two.threads, "words");
  ASSERT_EQ(history.size(), 4u);
  EXPECT_FALSE(history.precedes(0, 1)) << "a call at the instant of a return overlaps";
  EXPECT_TRUE(history.precedes(1, 2));
  EXPECT_FALSE(history.precedes(2, 3));
  EXPECT_EQ(history.operations[0].result, Value::array({Value(5), Value(5)}));
  EXPECT_EQ(history.operations[1].result, Value(false));
  EXPECT_EQ(history.operations[3].ret, kNever);
}

TEST(WordHistory, TapesBecomeALogOfWords) {
  const TwoWordTapes two;
  const std::optional<MultiwordLog> log = word_log_of(two.threads, Value(5));
  ASSERT_TRUE(log);
  using Role = MultiwordLog::Role;
  const Role expected[] = {Role::overwrites, Role::misses, Role::reads, Role::perhaps};
  ASSERT_EQ(log->operations.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(log->operations[i].role, expected[i]) << i;
  EXPECT_LT(log->operations[1].call, log->operations[0].ret);
  EXPECT_EQ(log->before(log->operations[2])[0], log->after(log->operations[0])[1]);
}

TEST(WordHistory, BlocksFollowEachOther) {
  WordTape tape;
  constexpr std::uint64_t kMany = 50'000;
  for (std::uint64_t i = 0; i < kMany; ++i)
    tape.add(WordMethod::read, 1 + i % 3).called_at() = static_cast<std::int64_t>(i);
  WordTape::Reader reader(tape);
  for (std::uint64_t i = 0; i < kMany; ++i) {
    const WordRecord record = reader.next();
    ASSERT_EQ(record.called_at(), static_cast<std::int64_t>(i));
    ASSERT_EQ(record.words(), 1 + i % 3);
  }
}

}  // namespace
}  // namespace linnet

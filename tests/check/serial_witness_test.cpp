// Tests serial histories as a specification: the search against the definitions, and the theorems of Line-Up (PLDI 2010) on
// objects that are correct by construction.
#include "check/linearizability/serial_witness.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "base/error.hpp"
#include "definitions/oracle.hpp"
#include "history/model/history_builder.hpp"
#include "history/formats/observation_file.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using Random = std::mt19937_64;

// A sequential object with few states: for each method and state, the result and the next state, or that it
// blocks.
struct Automaton {
  static constexpr std::uint32_t kStates = 3, kMethods = 3;
  struct Outcome {
    std::uint32_t next;
    int result;
    bool blocks;
  };
  std::array<std::array<Outcome, kMethods>, kStates> table;
};

Automaton random_automaton(Random& random, bool may_block) {
  Automaton automaton;
  for (auto& row : automaton.table) {
    for (auto& outcome : row) {
      outcome = {static_cast<std::uint32_t>(random() % Automaton::kStates), static_cast<int>(random() % 2),
                 may_block && random() % 4 == 0};
    }
  }
  return automaton;
}

// Threads by methods.
using Matrix = std::vector<std::vector<std::uint32_t>>;

Matrix random_matrix(Random& random, std::size_t threads, std::size_t operations) {
  Matrix matrix(threads, std::vector<std::uint32_t>(operations));
  for (auto& row : matrix) {
    for (auto& method : row) method = random() % Automaton::kMethods;
  }
  return matrix;
}

std::vector<TestCall> calls_of(const Matrix& matrix) {
  std::vector<TestCall> calls;
  for (std::uint32_t thread = 0; thread < matrix.size(); ++thread) {
    for (const std::uint32_t method : matrix[thread]) {
      TestCall& call = calls.emplace_back();
      call.thread = thread + 1;
      call.method = std::string(1, static_cast<char>('a' + method));
    }
  }
  return calls;
}

// Phase 1 of an object whose operations are atomic.
class SerialRuns {
 public:
  SerialRuns(const Automaton& automaton, const Matrix& matrix)
      : automaton_(automaton), matrix_(matrix), next_(matrix.size()), histories_(calls_of(matrix)) {
    CallNumber first = 0;
    for (const auto& row : matrix) {
      first_.push_back(first);
      first += static_cast<CallNumber>(row.size());
    }
    run_from(0);
  }
  const SerialHistories& histories() const { return histories_; }

 private:
  void run_from(std::uint32_t state) {
    bool all_returned = true;
    for (std::size_t t = 0; t < matrix_.size(); ++t) {
      if (next_[t] == matrix_[t].size()) continue;
      all_returned = false;
      const CallNumber call = first_[t] + static_cast<CallNumber>(next_[t]);
      const Automaton::Outcome& outcome = automaton_.table[state][matrix_[t][next_[t]]];
      if (outcome.blocks) {
        histories_.add(steps_, call);
        continue;
      }
      ++next_[t];
      steps_.push_back({call, outcome.result});
      run_from(outcome.next);
      steps_.pop_back();
      --next_[t];
    }
    if (all_returned) histories_.add(steps_, std::nullopt);
  }

  const Automaton& automaton_;
  const Matrix& matrix_;
  std::vector<std::size_t> next_;
  std::vector<CallNumber> first_;
  std::vector<SerialStep> steps_;
  SerialHistories histories_;
};

struct Observed {
  History history;
  std::vector<CallNumber> calls;
  ObservedHistory view() const { return {history, calls}; }
};

// A concurrent run of the object: each operation takes effect at once, some time between its call and its
// return, and waits if it blocks. With `lies`, some results are wrong.
Observed random_run(Random& random, const Automaton& automaton, const Matrix& matrix, bool lies) {
  enum class Phase { idle, called, done };
  struct Thread {
    std::size_t next = 0;
    Phase phase = Phase::idle;
    int result = 0;
  };
  HistoryBuilder builder("random");
  const ObjectId object = builder.object(Value());
  std::vector<Thread> threads(matrix.size());
  std::vector<CallNumber> first, calls;
  for (CallNumber call = 0; const auto& row : matrix) {
    first.push_back(call);
    call += static_cast<CallNumber>(row.size());
  }
  std::uint32_t state = 0;
  bool waiting = false;
  for (std::size_t idle = 0; idle < 200;) {
    const auto t = static_cast<std::uint32_t>(random() % matrix.size());
    Thread& thread = threads[t];
    ++idle;
    if (thread.next == matrix[t].size()) continue;
    const std::uint32_t method = matrix[t][thread.next];
    const ThreadId id = builder.thread(Value(t + 1));
    if (thread.phase == Phase::idle) {
      builder.call(id, builder.method(std::string(1, static_cast<char>('a' + method))), {}, object, 0);
      calls.push_back(first[t] + static_cast<CallNumber>(thread.next));
      thread.phase = Phase::called;
    } else if (thread.phase == Phase::called) {
      const Automaton::Outcome& outcome = automaton.table[state][method];
      if (outcome.blocks) continue;
      state = outcome.next;
      thread.result = lies && random() % 4 == 0 ? 1 - outcome.result : outcome.result;
      thread.phase = Phase::done;
    } else {
      builder.ret(id, thread.result, 0);
      thread.phase = Phase::idle;
      ++thread.next;
    }
    idle = 0;
  }
  for (const Thread& thread : threads) waiting = waiting || thread.phase == Phase::called;
  if (waiting) builder.stuck(0);
  return {builder.finish(), std::move(calls)};
}

std::string describe(const Observed& observed) {
  std::string text;
  for (const Operation& op : observed.history.operations)
    text += observed.history.describe(op) + " [" + std::to_string(op.call) + ", " + std::to_string(op.ret) +
            "]\n";
  return text + (observed.history.stuck ? "stuck\n" : "");
}

TEST(SerialWitness, AgreesWithTheDefinitions) {
  Random random(4);
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t i = 0; i < cases(1'500); ++i) {
    const Automaton automaton = random_automaton(random, i % 2 == 0);
    const Matrix matrix = random_matrix(random, 2 + i % 2, 2);
    const SerialRuns serial(automaton, matrix);
    const Observed observed = random_run(random, automaton, matrix, true);
    const bool expected = has_serial_witness(observed.view(), serial.histories());
    const Verdict verdict = find_serial_witness(observed.view(), serial.histories());
    ASSERT_EQ(passed(verdict), expected) << describe(observed);
    ++(expected ? with : without);
    if (expected) continue;
    const Explanation why =
        explain_without_witness(observed.view(), serial.histories(), std::get<Violation>(verdict));
    EXPECT_FALSE(why.sentence.empty());
    EXPECT_TRUE(why.culprit) << describe(observed);
  }
  EXPECT_GT(with, 100u);
  EXPECT_GT(without, 100u);
}

// Theorem 5: a run that is linearizable with respect to a deterministic specification never fails, blocking
// or not.
TEST(SerialWitness, IsFoundForEveryRunOfAnAtomicObject) {
  Random random(5);
  std::uint64_t stuck = 0;
  for (std::uint64_t i = 0; i < cases(1'500); ++i) {
    const Automaton automaton = random_automaton(random, i % 3 != 0);
    const Matrix matrix = random_matrix(random, 2 + i % 2, 1 + i % 2);
    const SerialRuns serial(automaton, matrix);
    EXPECT_FALSE(serial.histories().nondeterminism());
    const Observed observed = random_run(random, automaton, matrix, false);
    stuck += observed.history.stuck;
    ASSERT_TRUE(passed(find_serial_witness(observed.view(), serial.histories()))) << describe(observed);
  }
  EXPECT_GT(stuck, 100u);
}

// Lemma 8: a failure in a prefix of a test is a failure in the test, whatever comes after.
TEST(SerialWitness, IsMissedInALongerTestWhereItIsMissedInItsPrefix) {
  Random random(6);
  std::uint64_t failed = 0;
  for (std::uint64_t i = 0; i < cases(1'500); ++i) {
    const Automaton automaton = random_automaton(random, false);
    Matrix matrix = random_matrix(random, 2, 2);
    const SerialRuns serial(automaton, matrix);
    Observed observed = random_run(random, automaton, matrix, true);
    if (has_serial_witness(observed.view(), serial.histories())) continue;
    ++failed;
    // One more operation in the last thread, which keeps all numbers; the history is a prefix of one of that test.
    matrix.back().push_back(static_cast<std::uint32_t>(random() % Automaton::kMethods));
    const SerialRuns longer(automaton, matrix);
    EXPECT_FALSE(passed(find_serial_witness(observed.view(), longer.histories()))) << describe(observed);
  }
  EXPECT_GT(failed, 100u);
}

TEST(SerialHistories, AreAsManyAsTheMultinomialSays) {
  Random random(7);
  const auto count = [&](std::size_t threads, std::size_t operations) {
    const Automaton automaton = random_automaton(random, false);
    const Matrix matrix = random_matrix(random, threads, operations);
    return SerialRuns(automaton, matrix).histories().full();
  };
  EXPECT_EQ(count(1, 3), 1u);
  EXPECT_EQ(count(2, 2), 6u);
  EXPECT_EQ(count(2, 3), 20u);
  EXPECT_EQ(count(3, 2), 90u);
  EXPECT_EQ(count(3, 3), 1680u);
}

std::vector<TestCall> two_calls() {
  std::vector<TestCall> calls(2);
  calls[0].method = "add";
  calls[1].method = "take";
  return calls;
}

TEST(SerialHistories, AreNondeterministicIfTheyDifferAfterACall) {
  SerialHistories serial(two_calls());
  const SerialStep add{0, Value()}, one{1, 1}, two{1, 2};
  serial.add(std::vector{add, one}, std::nullopt);
  EXPECT_FALSE(serial.nondeterminism());
  serial.add(std::vector{add}, std::nullopt);  // threads that differ only in which is next make no difference
  EXPECT_FALSE(serial.nondeterminism());
  serial.add(std::vector{add, two}, std::nullopt);
  const auto found = serial.nondeterminism();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->prefix, std::vector{add});
  EXPECT_EQ(found->call, 1u);
}

TEST(SerialHistories, AreNondeterministicIfOneBlocks) {
  SerialHistories serial(two_calls());
  serial.add(std::vector{SerialStep{1, 1}}, std::nullopt);
  serial.add({}, 1);
  const auto found = serial.nondeterminism();
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->second);
}

TEST(SerialHistories, MayBeDeclaredNondeterministic) {
  std::vector<TestCall> calls = two_calls();
  calls[1].nondeterministic = true;
  SerialHistories serial(calls);
  serial.add(std::vector{SerialStep{1, 1}}, std::nullopt);
  serial.add(std::vector{SerialStep{1, 2}}, std::nullopt);
  EXPECT_FALSE(serial.nondeterminism());
}

std::vector<std::string> lines_of(const SerialHistories& serial) {
  std::vector<std::string> lines;
  serial.for_each([&](std::span<const SerialStep> steps, std::optional<CallNumber> blocked) {
    std::string line;
    for (const SerialStep& step : steps)
      line += std::to_string(step.call) + "=" + step.result.to_json() + " ";
    lines.push_back(line + (blocked ? "# " + std::to_string(*blocked) : ""));
  });
  std::ranges::sort(lines);
  return lines;
}

TEST(ObservationFile, IsThatOfFigure7) {
  std::vector<TestCall> calls(4);
  calls[0] = {.thread = 1, .method = "Add", .arguments = {200}};
  calls[1] = {.thread = 1, .method = "Add", .arguments = {400}};
  calls[2] = {.thread = 2, .method = "Take"};
  calls[3] = {.thread = 2, .method = "TryTake"};
  SerialHistories serial(calls);
  const SerialStep add{0, Value()}, add_second{1, Value()}, take{2, 200}, fail{3, "Fail"}, second{3, 400};
  serial.add(std::vector{add, take, fail, add_second}, std::nullopt);
  serial.add(std::vector{add, add_second, take, second}, std::nullopt);
  serial.add(std::vector{add, take, add_second, second}, std::nullopt);
  serial.add({}, 2);
  const std::string text = write_observations(serial);
  for (const char* part :
       {"<thread id=\"A\">1 2</thread>\n    <thread id=\"B\">3 4</thread>",
        "<op id=\"1\" name=\"Add\">value=\"200\"</op>", "<op id=\"3\" name=\"Take\">result=\"200\"</op>",
        "<thread id=\"B\">3B</thread>",
        "<history>1[ ]1 2[ ]2 3[ ]3 4[ ]4</history>\n    <history>1[ ]1 3[ ]3 2[ ]2 4[ ]4</history>",
        "<history>3[ #</history>"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(lines_of(read_observations(text, "file", calls)), lines_of(serial));
}

TEST(ObservationFile, KeepsRandomHistories) {
  Random random(8);
  for (std::uint64_t i = 0; i < cases(200); ++i) {
    const Automaton automaton = random_automaton(random, i % 2 == 0);
    const Matrix matrix = random_matrix(random, 2, 2 + i % 2);
    const SerialRuns serial(automaton, matrix);
    const std::string text = write_observations(serial.histories());
    ASSERT_EQ(lines_of(read_observations(text, "file", calls_of(matrix))), lines_of(serial.histories()))
        << text;
  }
}

TEST(ObservationFile, IsRefusedWithItsLineWhereItIsDamaged) {
  const std::vector<TestCall> calls = {{.thread = 1, .method = "get"}};
  const std::string good =
      "<observationset>\n<observation>\n<thread id=\"A\">1</thread>\n<op id=\"1\" "
      "name=\"get\">result=\"0\"</op>\n"
      "<history>1[ ]1</history>\n</observation>\n</observationset>\n";
  EXPECT_EQ(read_observations(good, "f.xml", calls).full(), 1u);
  const std::pair<const char*, const char*> damages[] = {
      {"<observationset>", "f.xml:2: expected <observationset>"},
      {"</observation>", "f.xml:7: expected </observation>"},
      {"get", "f.xml:4: found (), where the test calls get()"},
      {"]1", "f.xml:5: a call that does not return ends with #"},
      {"0", "f.xml:4: found '', expected a JSON value"},
  };
  for (const auto& [gone, message] : damages) {
    std::string bad = good;
    bad.erase(bad.find(gone), std::string(gone).size());
    try {
      read_observations(bad, "f.xml", calls);
      ADD_FAILURE() << bad;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  for (std::size_t size = 0; size + 1 < good.size(); ++size)
    EXPECT_THROW(read_observations(good.substr(0, size), "f.xml", calls), InputError) << size;
}

}  // namespace
}  // namespace linnet

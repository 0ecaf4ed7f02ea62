// Tests explanations of known violations to the letter, and what must hold of the explanation of any
// violation.
#include "explain/explain.hpp"

#include <gtest/gtest.h>

#include "../check/histories.hpp"
#include "picture.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

using testing::explain_with_oracle;
using testing::picture;

std::string core_of(const History& history, const Explanation& e) {
  std::string text;
  for (const OperationIndex i : e.core)
    text += (text.empty() ? "" : ", ") + history.describe(history.operations[i]);
  return text;
}

struct Known {
  std::string spec;
  std::vector<std::string_view> lanes;
  std::string sentence, core;
};

TEST(Explain, SaysWhatAPersonWouldSay) {
  const Known all[] = {
      {"queue",
       {"0: [enq(1)] [enq(2)]                      [deq() 1]", "1:                     [deq() 2]  "},
       "2 was dequeued before 1, although enq(1) had returned before enq(2) was called.",
       "enq(1), enq(2), deq() → 2"},
      {"queue",
       {"0: [enq(1)] [enq(2)] [enq(3)] ", "1:                    [deq() 3]", "2: [peek() 1]"},
       "deq() returned 3 while 2 was still in the queue, although enq(2) had returned before enq(3) was "
       "called.",
       "enq(2), enq(3), deq() → 3"},
      {"queue",
       {"0: [enq(1)] [deq() 7] [deq() 1]"},
       "deq() returned 7, which was never enqueued.",
       "deq() → 7"},
      {"queue",
       {"0: [enq(1)] [deq() 1] ", "1:    [deq() 1]  "},
       "1 was dequeued twice, although it had been enqueued only once.",
       "enq(1), deq() → 1, deq() → 1"},
      {"queue",
       {"0: [enq(1)] [enq(2)]  [deq()]", "1:          [deq() 1]    "},
       "deq() returned null although 2 was in the queue: enq(2) had returned before deq() was called, and 2 "
       "had not been dequeued.",
       "enq(2), deq() → null"},
      {"stack",
       {"0: [push(1)] [push(2)] [push(3)] ", "1:              [pop() 2]        [pop() 1]"},
       "pop() returned 1 while 3 lay on top of it: push(1) had returned before push(3) was called, push(3) "
       "had returned before pop() was called, and 3 had not been popped.",
       "push(1), push(3), pop() → 1"},
      {"pqueue",
       {"0: [insert(3)] [insert(5)] [deqMin() 5]"},
       "deqMin() returned 5 while 3 was in the priority queue: insert(3) had returned before deqMin() was "
       "called, and 3 had not been removed.",
       "insert(3), insert(5), deqMin() → 5"},
      {"set",
       {"0: [add(3) true] [add(4) true]", "1:               [remove(4) true] [contains(3) false]"},
       "contains(3) returned false, although add(3) had returned before it was called and 3 had never been "
       "removed.",
       "add(3) → true, contains(3) → false"},
      {"set",
       {"0: [add(3) true] ", "1:  [add(3) true]"},
       "add(3) returned true twice, although 3 had never been removed.",
       "add(3) → true, add(3) → true"},
      {"register",
       {"0: [write(1)]   ", "1:    [read() 1]  [read() 0]"},
       "read() returned 0, although write(1) had returned before it was called and nothing had written 0 "
       "since.",
       "write(1), read() → 0"},
      {"register",
       {"0: [write(1)] [write(2)                    ", "1:             [read() 2]  [read() 1]"},
       "read() returned 1 after an earlier read() had returned 2, although write(1) had returned before "
       "write(2) was called.",
       "write(1), write(2) → …, read() → 2, read() → 1"},
      {"mutex",
       {"0: [lock()]        ", "1:    [lock()]  "},
       "The lock had been acquired twice and never released.",
       "lock(), lock()"},
      {"counter",
       {"0: [inc()]   [get() 3]", "1:  [inc()]   "},
       "No order of these 3 operations explains get() → 3. One gets no further than inc(), inc(); then comes "
       "get(), but it returned 3; here it would return 2.",
       "inc(), inc(), get() → 3"},
      {"semaphore", {"0: [dec()]"}, "dec() is not possible in the initial state, 0.", "dec()"},
  };
  for (const Known& known : all) {
    const Spec spec = make_spec(known.spec);
    const History history = picture(spec, known.lanes);
    const Explanation e = explain_with_oracle(history, spec);
    EXPECT_EQ(e.sentence, known.sentence);
    EXPECT_EQ(core_of(history, e), known.core);
    EXPECT_TRUE(e.prefix_is_shortest && e.core_is_minimal && e.attempts_are_longest);
  }
}

TEST(StatesAlong, AreThoseAfterEachOperation) {
  const Spec spec = make_spec("queue");
  const History history = picture(spec, {"0: [enq(1)] [enq(2)] [deq() 1]"});
  const auto states = states_along(history, spec, {0, 1, 2});
  ASSERT_TRUE(states);
  EXPECT_EQ(states->initial, "[]");
  EXPECT_EQ(states->after, (std::vector<std::string>{"[1]", "[1, 2]", "[2]"}));
}

TEST(StatesAlong, AreOfOneWayThatReachesTheEnd) {
  // It is not known which of the two the pending one took before the last one is taken.
  const Spec spec = make_spec("bag");
  const History history =
      picture(spec, {"0: [add(1)] [add(2)]          [take() 1]", "1:                    [take()  "});
  const auto states = states_along(history, spec, {0, 1, 2, 3});
  ASSERT_TRUE(states);
  const std::string only_1 = states_along(history, spec, {0})->after[0];
  EXPECT_EQ(states->after[2], only_1) << "it took 2";
  EXPECT_EQ(states->after[3], states->initial);
}

TEST(StatesAlong, AreNoneOfAnOrderThatIsNotAllowed) {
  const Spec spec = make_spec("queue");
  const History history = picture(spec, {"0: [enq(1)] [deq() 1]"});
  EXPECT_FALSE(states_along(history, spec, {1, 0}));
  EXPECT_FALSE(states_along(history, spec, {}));
}

}  // namespace
}  // namespace linnet

// Tests the priority queue monitor against the oracle.
#include <gtest/gtest.h>

#include "check/linearizability/algorithm.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& pqueue() {
  static const Spec spec = make_spec("pqueue");
  return spec;
}

bool passes(const EventScript& script) {
  return passes(kPriorityQueueMonitor, pqueue(), script);
}

TEST(PriorityQueueMonitor, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 4; ++n) {
    const Tally tally = expect_agreement_on_small_histories(kPriorityQueueMonitor, pqueue(), n, 3);
    EXPECT_GE(tally.violated, n == 4 ? 1000u : 0u);
  }
}

TEST(PriorityQueueMonitor, AgreesWithTheOracleOnRandomHistories) {
  const Tally tally = expect_agreement_on_random_histories(kPriorityQueueMonitor, pqueue(), 60'000, 9, true);
  EXPECT_GT(tally.passed, cases(5000));
  EXPECT_GT(tally.violated, cases(500));
}

TEST(PriorityQueueMonitor, EqualPrioritiesComeInAnyOrder) {
  for (const int first : {1, 2}) {
    EXPECT_TRUE(passes(EventScript()
                           .run("insert", {1, 5})
                           .run("insert", {2, 5})
                           .run("deqMin", {}, first)
                           .run("deqMin", {}, 3 - first)));
  }
}

TEST(PriorityQueueMonitor, WhatIsLeftOverStillComesFirst) {
  EXPECT_FALSE(passes(EventScript().run("insert", {1}).run("insert", {2}).run("deqMin", {}, 2)));
  EXPECT_TRUE(passes(EventScript().run("insert", {1}).run("insert", {2}).run("deqMax", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("insert", {1}).run("peekMin")));
}

TEST(PriorityQueueMonitor, BothEndsAreAnObstacle) {
  const Budget budget;
  const History h = EventScript().run("insert", {1}).run("peekMin", {}, 1).run("deqMax", {}, 1).on(pqueue());
  EXPECT_EQ(kPriorityQueueMonitor.obstacle({h, pqueue(), budget}), "values are seen at both ends");
}

TEST(PriorityQueueMonitor, NamesTheValueThatShouldHaveComeFirst) {
  const Budget budget;
  const History h = EventScript().run("insert", {1}).run("insert", {2}).run("deqMin", {}, 2).on(pqueue());
  const Verdict verdict = kPriorityQueueMonitor.decide({h, pqueue(), budget, false, true});
  ASSERT_TRUE(violated(verdict));
  EXPECT_EQ(std::get<Violation>(verdict).sentence, "deqMin() → 2 came although all the while there was 1");
}

}  // namespace
}  // namespace linnet::testing

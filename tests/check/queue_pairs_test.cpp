// Tests the search for pairs of queues against the oracle, where values are repeated and where they are not.
#include <gtest/gtest.h>

#include "check/linearizability/algorithm.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& queue() {
  static const Spec spec = make_spec("queue");
  return spec;
}

bool passes(const EventScript& script) {
  return passes(kQueuePairs, queue(), script);
}

TEST(QueuePairs, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 3; ++n) expect_agreement_on_small_histories(kQueuePairs, queue(), n, 3);
  const Tally tally = expect_agreement_on_small_histories(kQueuePairs, queue(), 4, 3);
  EXPECT_GT(tally.passed, 500u);
  EXPECT_GT(tally.violated, 500u);
}

TEST(QueuePairs, AgreesWithTheOracleOnRandomHistories) {
  for (const bool unique : {false, true}) {
    const Tally tally = expect_agreement_on_random_histories(kQueuePairs, queue(), 60'000, 10, unique);
    EXPECT_GT(tally.passed, cases(5000));
    EXPECT_GT(tally.violated, cases(1000));
  }
}

// Peeks and calls that find nothing are in each other's way only where there are many of both.
TEST(QueuePairs, AgreesWithTheOracleWhereTheQueueIsOftenEmpty) {
  Random rng(2);
  Tally tally;
  for (std::size_t i = 0; i < cases(30'000) && !HasFatalFailure(); ++i) {
    const Shape shape{
        .operations = 4 + below(rng, 7), .threads = 4, .overlap = 1, .pending = 0.05, .values = 2};
    expect_agreement(kQueuePairs, queue(), random_history(rng, queue(), shape), tally);
  }
  EXPECT_GT(tally.violated, cases(500));
}

TEST(QueuePairs, EqualValuesMayChangePlaces) {
  EXPECT_TRUE(passes(
      EventScript().run("enq", {1}).run("enq", {2}).run("enq", {1}).run("deq", {}, 1).run("deq", {}, 2)));
  EXPECT_FALSE(passes(
      EventScript().run("enq", {1}).run("enq", {1}).run("enq", {2}).run("deq", {}, 1).run("deq", {}, 2)));
}

}  // namespace
}  // namespace linnet::testing

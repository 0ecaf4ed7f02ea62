// Tests the stack monitor against the oracle.
#include <gtest/gtest.h>

#include "check/linearizability/algorithm.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& stack() {
  static const Spec spec = make_spec("stack");
  return spec;
}

bool passes(const EventScript& script) {
  return passes(kStackMonitor, stack(), script);
}

TEST(StackMonitor, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 4; ++n) {
    const Tally tally = expect_agreement_on_small_histories(kStackMonitor, stack(), n, 3);
    EXPECT_GE(tally.violated, n == 4 ? 1000u : 0u);
  }
}

TEST(StackMonitor, AgreesWithTheOracleOnRandomHistories) {
  const Tally tally = expect_agreement_on_random_histories(kStackMonitor, stack(), 80'000, 9, true);
  EXPECT_GT(tally.passed, cases(5000));
  EXPECT_GT(tally.violated, cases(1000));
}

TEST(StackMonitor, LastInFirstOut) {
  EXPECT_TRUE(passes(EventScript().run("push", {1}).run("push", {2}).run("pop", {}, 2).run("pop", {}, 1)));
  EXPECT_FALSE(passes(EventScript().run("push", {1}).run("push", {2}).run("pop", {}, 1).run("pop", {}, 2)));
}

TEST(StackMonitor, AValueThatIsNeverPoppedCoversThoseBelow) {
  EXPECT_FALSE(passes(EventScript().run("push", {1}).run("push", {2}).run("pop", {}, 1)));
  EXPECT_TRUE(passes(EventScript().run("push", {1}).run("push", {2}).run("pop", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("push", {1}).run("push", {2}).run("pop", {}, 1).call(0, "pop")));
}

TEST(StackMonitor, PeeksSeeTheTop) {
  EXPECT_TRUE(passes(EventScript().run("push", {1}).run("peek", {}, 1).run("push", {2}).run("peek", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("push", {1}).run("push", {2}).run("peek", {}, 1)));
}

TEST(StackMonitor, EmptyNeedsAnInstantWithoutElements) {
  EXPECT_FALSE(passes(EventScript().run("push", {1}).run("pop")));
  EXPECT_TRUE(passes(EventScript().call(0, "push", {1}).run("pop").ret(0).run("pop", {}, 1)));
}

TEST(StackMonitor, PendingPopsMayBeAnObstacle) {
  const Budget budget;
  const History h =
      EventScript().run("push", {1}).run("push", {2}).call(0, "pop").run("pop", {}, 1).on(stack());
  EXPECT_EQ(kStackMonitor.obstacle({h, stack(), budget}),
            "pending calls may have removed one or another value");
}

}  // namespace
}  // namespace linnet::testing

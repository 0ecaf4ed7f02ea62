// Tests the queue monitor against the oracle, and the cases that published monitors got wrong.
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
  return passes(kQueueMonitor, queue(), script);
}

TEST(QueueMonitor, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 3; ++n) expect_agreement_on_small_histories(kQueueMonitor, queue(), n, 3);
  const Tally tally = expect_agreement_on_small_histories(kQueueMonitor, queue(), 4, 3);
  EXPECT_GT(tally.passed, 500u);
  EXPECT_GT(tally.violated, 500u);
}

TEST(QueueMonitor, AgreesWithTheOracleOnRandomHistories) {
  const Tally tally = expect_agreement_on_random_histories(kQueueMonitor, queue(), 80'000, 9, true);
  EXPECT_GT(tally.passed, cases(5000));
  EXPECT_GT(tally.violated, cases(2000));
}

TEST(QueueMonitor, AValueThatIsNeverDequeuedBlocksThoseBehindIt) {
  EXPECT_FALSE(passes(EventScript().run("enq", {1}).run("enq", {2}).run("deq", {}, 2)));
  EXPECT_TRUE(passes(EventScript().run("enq", {1}).run("enq", {2}).run("deq", {}, 1)));
}

TEST(QueueMonitor, APendingDeqExplainsThatAValueIsGone) {
  EXPECT_TRUE(passes(EventScript().run("enq", {1}).run("enq", {2}).call(0, "deq").run("deq", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("enq", {1}).run("enq", {2}).run("deq", {}, 2).call(0, "deq")));
  EXPECT_FALSE(passes(
      EventScript().run("enq", {1}).run("enq", {2}).run("enq", {3}).call(0, "take").run("deq", {}, 3)));
  EXPECT_TRUE(passes(EventScript().run("enq", {1}).call(0, "take").run("deq")));
}

TEST(QueueMonitor, APendingEnqIsThereIfItsValueWasSeen) {
  EXPECT_TRUE(passes(EventScript().call(0, "enq", {1}).run("deq", {}, 1).run("deq")));
  EXPECT_TRUE(passes(EventScript().call(0, "enq", {1}).run("enq", {2}).run("deq", {}, 2).run("deq")));
}

TEST(QueueMonitor, PeeksHoldTheFront) {
  EXPECT_TRUE(passes(EventScript().run("enq", {1}).run("peek", {}, 1).run("peek", {}, 1).run("deq", {}, 1)));
  EXPECT_FALSE(passes(EventScript()
                          .call(0, "enq", {1})
                          .call(1, "enq", {2})
                          .ret(0)
                          .ret(1)
                          .run("peek", {}, 1)
                          .run("peek", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("enq", {1}).run("deq", {}, 1).run("peek", {}, 1)));
  EXPECT_TRUE(passes(EventScript().run("enq", {1}).run("peek", {}, 1)));
}

TEST(QueueMonitor, EmptyNeedsAnInstantWithoutElements) {
  EXPECT_FALSE(passes(EventScript().run("enq", {1}).run("deq").run("deq", {}, 1)));
  EXPECT_TRUE(passes(EventScript().call(0, "enq", {1}).run("deq").ret(0).run("deq", {}, 1)));
  EXPECT_FALSE(passes(EventScript()
                          .run("enq", {1})
                          .call(0, "peek")
                          .run("enq", {2})
                          .run("deq", {}, 1)
                          .ret(0)
                          .run("deq", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("take")));
}

TEST(QueueMonitor, AValueCannotLeaveBeforeItCame) {
  EXPECT_FALSE(passes(EventScript().run("deq", {}, 1).run("enq", {1})));
  EXPECT_FALSE(passes(EventScript().run("enq", {1}).run("deq", {}, 1).run("deq", {}, 1)));
}

TEST(QueueMonitor, NamesItsObstacles) {
  const Budget budget;
  const auto obstacle = [&](const EventScript& script) {
    return kQueueMonitor.obstacle({EventScript(script).on(queue()), queue(), budget});
  };
  EXPECT_EQ(obstacle(EventScript().run("enq", {1}).run("enq", {1})), "1 is added more than once");
  EXPECT_EQ(obstacle(EventScript().run("enq", {Value()})),
            "null is in the queue, and is also the word for an empty one");
}

TEST(QueueMonitor, SaysWhichValuesContradictEachOther) {
  const Budget budget;
  const History h =
      EventScript().run("enq", {1}).run("enq", {2}).run("deq", {}, 2).run("deq", {}, 1).on(queue());
  const Verdict verdict = kQueueMonitor.decide({h, queue(), budget, false, true});
  ASSERT_TRUE(violated(verdict));
  EXPECT_EQ(std::get<Violation>(verdict).sentence,
            "enq(1) returned before enq(2) was called, yet deq() → 2 returned before deq() → 1 was called");
}

}  // namespace
}  // namespace linnet::testing

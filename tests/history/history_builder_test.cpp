// HistoryBuilder: ranks, well-formedness, and explicit orders.
#include "history/history_builder.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"

namespace linnet {
namespace {

TEST(HistoryBuilder, EventsBecomeOperationsInOrderOfCall) {
  HistoryBuilder b("h");
  const auto enq = b.method("enq"), deq = b.method("deq");
  const ThreadId t0 = b.thread(0), t1 = b.thread(1);
  const ObjectId q = b.object(Value());
  b.call(t0, enq, std::vector<Value>{1}, q, 1);
  b.call(t1, deq, {}, q, 2);
  b.ret(t0, Value(), 3);
  const History h = b.finish();
  ASSERT_EQ(h.size(), 2u);
  EXPECT_EQ(h.operations[0].ret, 2u);
  EXPECT_EQ(h.operations[1].status, Operation::Status::pending);
  EXPECT_EQ(h.describe(h.operations[0]), "enq(1) → null");  // not resolved: enq might return something
  EXPECT_EQ(h.describe(h.operations[1]), "deq() → …");
  EXPECT_FALSE(h.precedes(0, 1));
}

TEST(HistoryBuilder, SaysWhatIsWrong) {
  const auto message = [](auto fault) {
    HistoryBuilder b("h");
    b.method("enq"), b.thread(0), b.object(Value());
    try {
      fault(b);
      b.finish();
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  const ThreadId t(0);
  const ObjectId o(0);
  EXPECT_EQ(message([&](auto& b) { b.ret(t, 1, 7); }), "h:7: thread 0 returns without having called");
  EXPECT_EQ(message([&](auto& b) { b.call(t, 0, {}, o, 1), b.call(t, 0, {}, o, 2); }),
            "h:2: thread 0 calls enq while its call of enq (line 1) has not returned");
  EXPECT_EQ(
      message([&](auto& b) {
        const std::int64_t two[] = {2}, one[] = {1};
        b.operation({.thread = t,
                     .args = {},
                     .object = o,
                     .result = Value(),
                     .call = {},
                     .ret = {},
                     .id = 1,
                     .after = two,
                     .line = 1});
        b.operation({.thread = b.thread(1),
                     .args = {},
                     .object = o,
                     .result = Value(),
                     .call = {},
                     .ret = {},
                     .id = 2,
                     .after = one,
                     .line = 2});
      }),
      "h:1: this operation comes before itself: \"after\", times and the order of threads form a cycle");
}

History timed(Ties ties, std::int64_t a_call, std::int64_t a_ret, std::int64_t b_call, std::int64_t b_ret) {
  HistoryBuilder b("h");
  const auto m = b.method("m");
  const ObjectId o = b.object(Value());
  b.operation({.thread = b.thread(0),
               .method = m,
               .args = {},
               .object = o,
               .result = 0,
               .call = a_call,
               .ret = a_ret,
               .id = {},
               .after = {}});
  b.operation({.thread = b.thread(1),
               .method = m,
               .args = {},
               .object = o,
               .result = 1,
               .call = b_call,
               .ret = b_ret,
               .id = {},
               .after = {}});
  return b.finish(ties);
}

TEST(HistoryBuilder, EqualInstantsOverlapUnlessToldOtherwise) {
  EXPECT_FALSE(timed(Ties::overlap, 0, 1, 1, 2).precedes(0, 1));
  EXPECT_TRUE(timed(Ties::ordered, 0, 1, 1, 2).precedes(0, 1));
  EXPECT_TRUE(timed(Ties::overlap, 0, 1, 2, 3).precedes(0, 1));
  const History instant = timed(Ties::ordered, 5, 5, 5, 5);
  for (const Operation& op : instant.operations) EXPECT_LT(op.call, op.ret);
}

// Every random order is either recognised as an interval order, with intervals that say exactly the same, or
// contains two disjoint pairs a < b, c < d with a, d and c, b incomparable: Fishburn's characterisation.
TEST(PartialOrder, IntervalOrdersAreRecognised) {
  std::mt19937 random(1);
  int intervals = 0, others = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::uint32_t n = 1 + random() % 7;
    std::vector<PartialOrder::Edge> edges;
    for (std::uint32_t b = 0; b < n; ++b) {
      for (std::uint32_t a = 0; a < b; ++a) {
        if (random() % 4 == 0) edges.emplace_back(a, b);
      }
    }
    const PartialOrder order(n, edges);
    bool two_plus_two = false;
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        for (std::uint32_t c = 0; c < n; ++c) {
          for (std::uint32_t d = 0; d < n; ++d) {
            two_plus_two |= order.precedes(a, b) && order.precedes(c, d) && !order.precedes(a, d) &&
                            !order.precedes(c, b);
          }
        }
      }
    }
    const auto found = order.intervals();
    ASSERT_EQ(found.empty(), two_plus_two);
    ++(found.empty() ? others : intervals);
    for (std::uint32_t a = 0; a < found.size(); ++a) {
      ASSERT_LT(found[a].call, found[a].ret);
      for (std::uint32_t b = 0; b < found.size(); ++b)
        ASSERT_EQ(found[a].ret < found[b].call, order.precedes(a, b));
    }
  }
  EXPECT_GT(intervals, 100);
  EXPECT_GT(others, 100);
}

}  // namespace
}  // namespace linnet

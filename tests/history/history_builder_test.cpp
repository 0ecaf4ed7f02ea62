// Tests HistoryBuilder: ranks, well-formedness, and explicit orders.
#include "history/model/history_builder.hpp"

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
  EXPECT_EQ(message([&](auto& b) { b.ret(t, 1, 7); }), "h:7:1: thread 0 returns without having called");
  EXPECT_EQ(message([&](auto& b) { b.call(t, 0, {}, o, 1), b.call(t, 0, {}, o, 2); }),
            "h:2:1: thread 0 calls enq while its call of enq (line 1) has not returned");
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
      "h:1:1: this operation comes before itself: \"after\", times and the order of threads form a cycle");
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

// Precedence as docs/history-format.md defines it, by closing the relation step by step; compared with the
// builder's.
struct Written {
  std::uint32_t thread;
  std::optional<std::int64_t> call, ret;
  bool completed;
  std::vector<std::int64_t> after;  // ids are positions
};

std::vector<std::vector<bool>> precedence_by_definition(const std::vector<Written>& ops, Ties ties) {
  const std::size_t n = ops.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n));
  for (std::size_t a = 0; a < n; ++a) {
    for (const std::int64_t id : ops[a].after) before[static_cast<std::size_t>(id)][a] = true;
    for (std::size_t b = 0; b < n; ++b) {
      if (a == b) continue;
      if (ops[a].ret && ops[b].call) {
        if (*ops[a].ret < *ops[b].call || (ties == Ties::ordered && *ops[a].ret == *ops[b].call))
          before[a][b] = true;
      }
      if (a < b && ops[a].thread == ops[b].thread && !ops[a].call && !ops[b].call) before[a][b] = true;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        if (before[a][k] && before[k][b]) before[a][b] = true;
      }
    }
  }
  return before;
}

std::vector<Written> random_operations(std::mt19937& random) {
  const bool timed = random() % 4 != 0, lists = random() % 3 == 0;
  std::vector<Written> ops(1 + random() % 8);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    // Threads with times have one operation each, so that no thread overlaps itself.
    Written& op = ops[i];
    const bool has_times = timed && (!lists || random() % 3 != 0);
    op.thread = static_cast<std::uint32_t>(has_times ? 100 + i : random() % 3);
    op.completed = random() % 8 != 0 || !has_times;
    if (has_times) {
      op.call = static_cast<std::int64_t>(random() % 12) - 4;
      if (op.completed) op.ret = *op.call + 1 + static_cast<std::int64_t>(random() % 5);
    }
    if (lists && i > 0 && random() % 2 == 0) op.after.push_back(static_cast<std::int64_t>(random() % i));
  }
  return ops;
}

TEST(HistoryBuilder, PrecedenceIsWhatTheDefinitionSays) {
  std::mt19937 random(5);
  int built = 0, refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::vector<Written> ops = random_operations(random);
    const Ties ties = random() % 2 == 0 ? Ties::overlap : Ties::ordered;
    HistoryBuilder b("h");
    const auto m = b.method("m");
    const ObjectId o = b.object(Value());
    History h;
    try {
      for (std::size_t i = 0; i < ops.size(); ++i) {
        b.operation({.thread = b.thread(ops[i].thread),
                     .method = m,
                     .args = {},
                     .object = o,
                     .result = ops[i].completed ? std::optional(Value(1)) : std::nullopt,
                     .call = ops[i].call,
                     .ret = ops[i].ret,
                     .id = static_cast<std::int64_t>(i),
                     .after = ops[i].after,
                     .line = i + 1});
      }
      h = b.finish(ties);
    } catch (const InputError&) {
      ++refused;  // a cycle, or something after an operation that never returned
      continue;
    }
    ++built;
    const auto expected = precedence_by_definition(ops, ties);
    for (OperationIndex x = 0; x < h.size(); ++x) {
      for (OperationIndex y = 0; y < h.size(); ++y) {
        ASSERT_EQ(h.precedes(x, y), expected[h.operations[x].line - 1][h.operations[y].line - 1])
            << "round " << round << ": lines " << h.operations[x].line << " and " << h.operations[y].line;
      }
    }
  }
  EXPECT_GT(built, 10'000);
  EXPECT_GT(refused, 100);
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

// Tests the oracle on histories whose verdict a person can see, and the witness verifier on right and wrong
// orders.
#include "definitions/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "definitions/witness_verifier.hpp"
#include "histories.hpp"
#include "history/model/history_builder.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

// A history of one object from events: a call by a thread that is idle, a return by one that is not.
class Script {
 public:
  Script& call(int thread, std::string_view method, std::initializer_list<Value> args = {}) {
    const std::vector<Value> list(args);
    builder_.call(builder_.thread(thread), builder_.method(method), list, builder_.object(Value()), 0);
    return *this;
  }
  Script& ret(int thread, Value result = Value()) {
    builder_.ret(builder_.thread(thread), result, 0);
    return *this;
  }
  History on(const Spec& spec) {
    History history = builder_.finish();
    history.resolve(spec);
    return history;
  }

 private:
  HistoryBuilder builder_{"script"};
};

TEST(Oracle, OverlappingOperationsMayTakeEffectInEitherOrder) {
  const Spec spec = make_spec("queue");
  const History h =
      Script().call(0, "enq", {1}).call(1, "enq", {2}).ret(0).ret(1).call(0, "deq").ret(0, 2).on(spec);
  EXPECT_TRUE(oracle_linearizable(h, spec));
}

TEST(Oracle, AnOperationThatReturnedFirstTakesEffectFirst) {
  const Spec spec = make_spec("queue");
  const History h =
      Script().call(0, "enq", {1}).ret(0).call(1, "enq", {2}).ret(1).call(0, "deq").ret(0, 2).on(spec);
  EXPECT_FALSE(oracle_linearizable(h, spec));
}

TEST(Oracle, APendingWriteMayHaveTakenEffectOrNot) {
  const Spec spec = make_spec("register");
  for (const int seen : {0, 1, 2}) {
    const History h = Script().call(0, "write", {1}).call(1, "read").ret(1, seen).on(spec);
    EXPECT_EQ(oracle_linearizable(h, spec), seen != 2);
  }
}

TEST(Oracle, StuckMeansThatEachPendingCallBlocks) {
  const Spec spec = make_spec("mutex");
  EXPECT_TRUE(oracle_stuck(Script().call(0, "lock").ret(0).call(1, "lock").on(spec), spec));
  EXPECT_FALSE(oracle_stuck(Script().call(1, "lock").on(spec), spec));
  EXPECT_FALSE(
      oracle_stuck(Script().call(0, "lock").ret(0).call(1, "lock").call(2, "unlock").on(spec), spec));
}

TEST(WitnessVerifier, SaysWhatIsWrong) {
  const Spec spec = make_spec("register");
  const History h =
      Script().call(0, "write", {1}).ret(0).call(0, "read").ret(0, 1).call(1, "write", {2}).on(spec);
  EXPECT_EQ(verify_witness(h, spec, {{0, 1}}), std::nullopt);
  EXPECT_EQ(verify_witness(h, spec, {{0, 1, 2}}), std::nullopt);
  EXPECT_EQ(verify_witness(h, spec, {{0}}), "operation 1 (read() → 1) is missing");
  EXPECT_EQ(verify_witness(h, spec, {{0, 0, 1}}), "operation 0 (write(1)) occurs twice");
  EXPECT_EQ(verify_witness(h, spec, {{0, 1, 3}}),
            "the witness has operation 3, the history has 3 operations");
  EXPECT_EQ(verify_witness(h, spec, {{1, 0}}),
            "operation 0 (write(1)) comes after operation 1 (read() → 1), which was called only after it had "
            "returned");
}

// Some permutation of some operations is a witness iff the oracle says so: the two agree though they share no
// code.
TEST(WitnessVerifier, AcceptsSomeOrderExactlyWhenTheOracleDoes) {
  Random rng(1);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    for (std::size_t n = 0; n < cases(100); ++n) {
      Shape shape = random_shape(rng, 4);
      shape.objects = 1 + n % 2;
      const History h =
          n % 3 == 0 ? random_partial_order_history(rng, spec, shape) : random_history(rng, spec, shape);
      bool found = false;
      for (std::uint32_t subset = 0; subset < 1u << h.size() && !found; ++subset) {
        std::vector<OperationIndex> order;
        for (OperationIndex i = 0; i < h.size(); ++i) {
          if ((subset >> i & 1) != 0) order.push_back(i);
        }
        do found = found || !verify_witness(h, spec, {order});
        while (std::ranges::next_permutation(order).found);
      }
      ASSERT_EQ(found, oracle_linearizable(h, spec)) << to_json_lines(h, spec);
    }
  }
}

TEST(Generators, MakeBothLinearizableAndOtherHistories) {
  Random rng(2);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    std::size_t yes = 0, total = 400;
    for (std::size_t n = 0; n < total; ++n)
      yes += oracle_linearizable(random_history(rng, spec, random_shape(rng, 6)), spec) ? 1 : 0;
    EXPECT_GT(yes, total / 4) << name;
    EXPECT_LT(yes, total) << name;
  }
}

TEST(Generators, UncorruptedRecordingsAreLinearizable) {
  Random rng(3);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    for (std::size_t n = 0; n < 200; ++n) {
      Shape shape = random_shape(rng, 6);
      shape.corrupted = 0;
      const History h =
          n % 2 == 0 ? random_partial_order_history(rng, spec, shape) : random_history(rng, spec, shape);
      ASSERT_TRUE(oracle_linearizable(h, spec)) << to_json_lines(h, spec);
    }
  }
}

TEST(Generators, AllSmallHistoriesAreOfBothKinds) {
  for (const std::string& name : spec_names()) {
    std::size_t count = 0, yes = 0;
    const Spec spec = make_spec(name);
    for_each_small_history(spec, 3, 3,
                           [&](const History& h) { ++count, yes += oracle_linearizable(h, spec) ? 1 : 0; });
    EXPECT_GT(yes, 0) << name;
    EXPECT_LT(yes, count) << name;
  }
}

}  // namespace
}  // namespace linnet::testing

// Tests the criteria `linearizable` and `stuck` as a whole: several objects, keys, pending operations, limits.
#include "check/linearizability/linearizable.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"
#include "histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

class EverySpecWhole : public ::testing::TestWithParam<std::string> {
 protected:
  void compare(const History& history, std::size_t jobs) {
    const Budget unlimited;
    const CheckOptions options{"auto", jobs, true, true};
    const CheckResult result = check_linearizable(history, spec_, options, unlimited);
    ASSERT_EQ(passed(result.verdict), oracle_linearizable(history, spec_)) << to_json_lines(history, spec_);
    if (const auto* const pass = std::get_if<Pass>(&result.verdict)) {
      ASSERT_EQ(verify_witness(history, spec_, pass->witness), std::nullopt) << to_json_lines(history, spec_);
    } else {
      ASSERT_FALSE(oracle_linearizable(history.select(result.violating_part), spec_))
          << to_json_lines(history, spec_);
    }
    if (std::ranges::all_of(history.operations, &Operation::completed)) return;
    const CheckResult stuck = check_stuck(history, spec_, options, unlimited);
    ASSERT_EQ(passed(stuck.verdict), oracle_stuck(history, spec_)) << to_json_lines(history, spec_);
  }

  const Spec spec_ = make_spec(GetParam());
};

TEST_P(EverySpecWhole, DroppedPendingOperationsDoNotMatter) {
  const auto drop = [&](const History& history) {
    const std::vector<OperationIndex> kept = without_idle_pending(history, spec_);
    if (kept.size() == history.size() || HasFatalFailure()) return;
    ASSERT_EQ(oracle_linearizable(history.select(kept), spec_), oracle_linearizable(history, spec_))
        << to_json_lines(history, spec_);
  };
  for (std::size_t operations = 1; operations <= 4; ++operations) {
    for_each_small_history(spec_, operations, operations == 4 ? 2 : 3, drop);
  }
  Random rng(20);
  for (std::size_t n = 0; n < cases(3000); ++n) {
    Shape shape = random_shape(rng, 8);
    shape.pending = 0.4;
    drop(n % 4 == 0 ? random_partial_order_history(rng, spec_, shape) : random_history(rng, spec_, shape));
  }
}

TEST_P(EverySpecWhole, SeveralObjects) {
  Random rng(21);
  for (std::size_t n = 0; n < cases(1500) && !HasFatalFailure(); ++n) {
    Shape shape = random_shape(rng, 8);
    shape.objects = 1 + n % 3;
    const bool partial = n % 4 == 0;
    if (partial) shape.operations = std::min<std::size_t>(shape.operations, 7);
    compare(partial ? random_partial_order_history(rng, spec_, shape) : random_history(rng, spec_, shape),
            1 + n % 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Criteria, EverySpecWhole, ::testing::ValuesIn(spec_names()),
                         [](const auto& name) { return name.param; });

// Stacks, deques and priority queues are left out: which element a pending removal took shows only much
// later, and no rule helps a search; with unique values their monitors decide.
class SpecWithPending : public EverySpecWhole {};

TEST_P(SpecWithPending, AHundredPendingOperationsAreCheap) {
  Random rng(22);
  for (const bool unique : {false, true}) {
    Shape shape;
    shape.operations = 400;
    shape.threads = 3;
    shape.overlap = 0.5;
    shape.pending = 0.25;
    shape.unique = unique;
    shape.corrupted = 0;
    const History history = random_history(rng, spec_, shape);
    const Budget budget(std::chrono::duration<double>(60), std::nullopt);
    const CheckResult result = check_linearizable(history, spec_, {"auto", 1, true, false}, budget);
    ASSERT_TRUE(passed(result.verdict)) << to_json_lines(history, spec_);
    ASSERT_EQ(verify_witness(history, spec_, std::get<Pass>(result.verdict).witness), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(Criteria, SpecWithPending,
                         ::testing::Values("register", "counter", "semaphore", "queue", "set", "map", "bag",
                                           "mutex", "mwcas", "kv"),
                         [](const auto& name) { return name.param; });

History with_two_objects(const Spec& spec) {
  History history;
  auto words = std::make_shared<Vocabulary>();
  for (const Method& m : spec.methods()) words->methods.push_back(m.name);
  words->objects = {Value("x"), Value("y")};
  history.words = words;
  const auto add = [&](std::size_t object, const char* method, Value argument, Value result) {
    Operation op;
    op.object = ObjectId(object);
    op.argument_count = argument.is_null() ? 0 : 1;
    op.method = spec.find(method, op.argument_count).value();
    op.argument = argument;
    op.result = result;
    op.call = static_cast<Rank>(2 * history.size());
    op.ret = op.call + 1;
    history.operations.push_back(op);
  };
  add(0, "write", 1, Value());
  add(1, "read", Value(), 0);
  add(1, "write", 1, Value());
  add(0, "read", Value(), 0);
  const PartialOrder::Edge edges[] = {{0, 1}, {2, 3}};
  history.order = PartialOrder(4, edges);
  return history;
}

TEST(Linearizable, IsNotLocalForPartialOrders) {
  const Spec spec = make_spec("register");
  const History history = with_two_objects(spec);
  EXPECT_FALSE(oracle_linearizable(history, spec));
  EXPECT_TRUE(violated(check_linearizable(history, spec, {}, Budget()).verdict));
}

TEST(Linearizable, SplitsByKeyAndStitchesWitnesses) {
  const Spec spec = make_spec("map");
  Random rng(23);
  Shape shape;
  shape.operations = 2000;
  shape.corrupted = 0;
  shape.values = 7;
  shape.objects = 3;
  const History history = random_history(rng, spec, shape);
  const CheckResult result = check_linearizable(history, spec, {"auto", 2, true, false}, Budget());
  ASSERT_TRUE(passed(result.verdict));
  EXPECT_EQ(verify_witness(history, spec, std::get<Pass>(result.verdict).witness), std::nullopt);
  EXPECT_GE(result.partitions, 3u);
}

TEST(Linearizable, RefusesCrashesAndUnknownAlgorithms) {
  const Spec spec = make_spec("register");
  History history;
  EXPECT_THROW(check_linearizable(history, spec, {"wing", 1, false, false}, Budget()), InputError);
  EXPECT_THROW(check_stuck(history, spec, {}, Budget()), InputError);
  history.crashes.push_back({0, std::nullopt});
  EXPECT_THROW(check_linearizable(history, spec, {}, Budget()), InputError);
}

// A stack is out of reach of a search at this size, so the limit is reached.
TEST(Linearizable, SaysHowFarItGotWithinTheLimit) {
  const Spec spec = make_spec("deque");
  Random rng(24);
  Shape shape;
  shape.operations = 5000;
  shape.threads = 16;
  shape.overlap = 1;
  shape.corrupted = 0;
  const History history = random_history(rng, spec, shape);
  const Budget budget(std::chrono::duration<double>(0.2), std::nullopt);
  const CheckResult result = check_linearizable(history, spec, {"search", 1, false, false}, budget);
  ASSERT_TRUE(unknown(result.verdict));
  const std::string reason = std::get<Unknown>(result.verdict).reason;
  EXPECT_NE(reason.find("time limit of 0.2 s reached after"), std::string::npos) << reason;
  EXPECT_NE(reason.find("the longest linearization had"), std::string::npos) << reason;
}

}  // namespace
}  // namespace linnet::testing

// Tests the monitors beyond the oracle's reach: against the general search on histories of dozens of operations,
// and on long recordings of correct objects, where they must pass with a witness that holds.
#include <gtest/gtest.h>

#include "monitor_agreement.hpp"
#include "check/linearizability/algorithm.hpp"
#include "check/linearizability/search.hpp"
#include "definitions/witness_verifier.hpp"
#include "histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

// A built-in specification with some of its methods only.
class FewerMethods final : public StateSpace {
 public:
  FewerMethods(std::unique_ptr<StateSpace> all, std::vector<MethodIndex> kept)
      : all_(std::move(all)), kept_(std::move(kept)) {}

  static Spec of(const Spec& spec, std::initializer_list<std::string_view> left_out) {
    Spec::Interface interface;
    interface.name = spec.name();
    interface.monitored_as = spec.monitored_as();
    std::vector<MethodIndex> kept;
    for (MethodIndex m = 0; m < spec.methods().size(); ++m) {
      if (std::ranges::find(left_out, spec.method(m).name) != left_out.end()) continue;
      interface.methods.push_back(spec.method(m));
      kept.push_back(m);
    }
    interface.open = [spec, kept] { return std::make_unique<FewerMethods>(spec.open(), kept); };
    return Spec(std::move(interface));
  }

  void outcomes(StateId from, const Call& call, std::vector<Outcome>& out) override {
    all_->outcomes(from, {kept_[call.method], call.args}, out);
  }
  void step(StateId from, const Call& call, const Value* result, std::vector<StateId>& out) override {
    all_->step(from, {kept_[call.method], call.args}, result, out);
  }
  std::string describe(StateId state) const override { return all_->describe(state); }
  std::size_t size() const override { return all_->size(); }
  void forget_all_but(std::span<StateId> kept) override { all_->forget_all_but(kept); }

 private:
  std::unique_ptr<StateSpace> all_;
  std::vector<MethodIndex> kept_;
};

struct Case {
  std::string name;
  const Algorithm* monitor;
  Spec spec;
  std::size_t recording;  // the number of operations that the specification can replay in moderate time
};

class LargeHistories : public ::testing::TestWithParam<Case> {};

TEST_P(LargeHistories, TheSearchAgrees) {
  const auto& [name, monitor, spec, recording] = GetParam();
  Random rng(7);
  std::size_t violations = 0, decided = 0;
  for (std::size_t n = 0; n < cases(5000) && !HasFatalFailure(); ++n) {
    Shape shape = random_shape(rng, 40);
    shape.unique = true;
    shape.pending /= 4;
    const History history = random_history(rng, spec, shape);
    const Budget budget;
    const Question question{history, spec, budget};
    if (monitor->obstacle(question)) continue;
    const Verdict truth = kSearch.decide(question);
    ASSERT_FALSE(unknown(truth));
    ++decided;
    if (violated(truth)) ++violations;
    ASSERT_EQ(disagreement(*monitor, history, spec, passed(truth)), "");
  }
  EXPECT_GT(decided, cases(500));
  EXPECT_GT(violations, 50u);
}

TEST_P(LargeHistories, RecordingsOfCorrectObjectsPass) {
  const auto& [name, monitor, spec, recording] = GetParam();
  Random rng(8);
  for (const std::size_t threads : {2, 16}) {
    const Shape shape{.operations = cases(recording),
                      .threads = threads,
                      .overlap = 1,
                      .pending = 0,
                      .unique = true,
                      .values = 1000,
                      .corrupted = 0};
    const History history = random_history(rng, spec, shape);
    const Budget budget;
    ASSERT_EQ(monitor->obstacle({history, spec, budget}), std::nullopt);
    const Verdict verdict = monitor->decide({history, spec, budget, true, true});
    ASSERT_TRUE(passed(verdict));
    ASSERT_EQ(verify_witness(history, spec, std::get<Pass>(verdict).witness), std::nullopt);
  }
}

// A part of a long history has ranks that are few and far apart.
TEST_P(LargeHistories, RanksMayBeSparse) {
  const auto& [name, monitor, spec, recording] = GetParam();
  Random rng(9);
  for (std::size_t n = 0; n < 500; ++n) {
    Shape shape = random_shape(rng, 20);
    shape.unique = true;
    const History dense = random_history(rng, spec, shape);
    History sparse = dense;
    for (Operation& op : sparse.operations) {
      op.call = op.call * 1000 + 7;
      if (op.ret != kNever) op.ret = op.ret * 1000 + 7;
    }
    const Budget budget;
    if (monitor->obstacle({dense, spec, budget})) continue;
    ASSERT_EQ(monitor->obstacle({sparse, spec, budget}), std::nullopt);
    const bool expected = passed(monitor->decide({dense, spec, budget}));
    ASSERT_EQ(disagreement(*monitor, sparse, spec, expected), "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Monitors, LargeHistories,
    ::testing::Values(Case{"queue", &kQueueMonitor, make_spec("queue"), 20'000},
                      Case{"stack", &kStackMonitor, make_spec("stack"), 20'000},
                      Case{"pqueue_min", &kPriorityQueueMonitor,
                           FewerMethods::of(make_spec("pqueue"), {"deqMax", "peekMax"}), 1'500},
                      Case{"pqueue_max", &kPriorityQueueMonitor,
                           FewerMethods::of(make_spec("pqueue"), {"deqMin", "peekMin"}), 1'500},
                      Case{"set", &kSetMonitor, make_spec("set"), 5'000},
                      Case{"register", &kRegisterMonitor, FewerMethods::of(make_spec("register"), {"cas"}),
                           20'000}),
    [](const auto& c) { return c.param.name; });

}  // namespace
}  // namespace linnet::testing

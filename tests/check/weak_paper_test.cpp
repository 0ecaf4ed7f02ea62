// Tests examples 1 to 6 of "Monitoring Weak Consistency", as its text describes them.
//
// Figure 1: three threads, two calls each, on a map. The text does not say which thread calls contains(0); we
// follow the linearization of Figure 1(b) as the text quotes it: put(1, 0), get(1) → 0, put(0, 0), put(1, 1)
// → 0, contains(0) → true seeing the first three, contains(0) → false seeing put(1, 0), get(1), put(1, 1).
#include <gtest/gtest.h>

#include "check/weak/weak.hpp"
#include "definitions/weak_oracle.hpp"
#include "check/weak/verifier.hpp"
#include "check/weak/visibility.hpp"
#include "history/formats/format.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

constexpr std::string_view kFigure5 =
    R"({"type":"call","thread":0,"op":"put","args":[1,0]}
{"type":"call","thread":1,"op":"get","args":[1]}
{"type":"call","thread":2,"op":"put","args":[0,0]}
{"type":"return","thread":0,"result":null}
{"type":"call","thread":0,"op":"containsValue","args":[0]}
{"type":"return","thread":2,"result":null}
{"type":"return","thread":1,"result":0}
{"type":"call","thread":1,"op":"put","args":[1,1]}
{"type":"call","thread":2,"op":"containsValue","args":[0]}
{"type":"return","thread":1,"result":0}
{"type":"return","thread":0,"result":false}
{"type":"return","thread":2,"result":true}
)";
// In the order of calls.
constexpr OperationIndex kPut10 = 0, kGet = 1, kPut00 = 2, kFalse = 3, kPut11 = 4, kTrue = 5;

class PaperExamples : public ::testing::Test {
 protected:
  PaperExamples() : spec_(make_spec("map")) {
    Input input = Input::from_text("figure 1", kFigure5);
    history_ = read_history(input);
    history_.resolve(spec_);
  }

  // Figure 1(b): vis is the transitive closure of program order and the edges that the text names.
  AbstractExecution figure_1b() const {
    return {{kPut10, kGet, kPut00, kPut11, kTrue, kFalse},
            {{}, {kPut10}, {kPut10, kGet}, {kPut10, kGet}, {kPut10, kGet, kPut00}, {kPut10, kGet, kPut11}}};
  }

  Spec spec_;
  History history_;
  const WeakModel causal_ = WeakModel::named("causal");
};

TEST_F(PaperExamples, Example1HasThreeThreadsOfTwoCalls) {
  ASSERT_EQ(history_.size(), 6u);
  EXPECT_TRUE(program_order(history_, kPut10, kFalse));
  EXPECT_TRUE(program_order(history_, kGet, kPut11));
  EXPECT_TRUE(program_order(history_, kPut00, kTrue));
  EXPECT_FALSE(program_order(history_, kPut10, kPut11));
  EXPECT_TRUE(history_.precedes(kPut10, kPut11));
}

TEST_F(PaperExamples, Examples2And4TheExecutionIsCausallyConvergent) {
  EXPECT_EQ(verify_execution(history_, spec_, causal_, figure_1b()), std::nullopt);
  for (const LinearizationOrder order : {LinearizationOrder::wing_gong, LinearizationOrder::just_in_time}) {
    WeakOptions options;
    options.order = order;
    EXPECT_TRUE(passed(check_weak(history_, spec_, causal_, options, Budget())));
  }
  // Without the edge that program order demands it is not.
  AbstractExecution broken = figure_1b();
  broken.visible[4] = {kPut10, kGet};
  EXPECT_NE(verify_execution(history_, spec_, causal_, broken), std::nullopt);
}

TEST_F(PaperExamples, Example3PutReturnsThePreviousValue) {
  ReturnValues returns(history_, spec_);
  EXPECT_TRUE(returns.explains(std::vector<OperationIndex>{}, kPut10));
  EXPECT_TRUE(returns.explains(std::vector{kPut10, kGet}, kPut11));
  EXPECT_FALSE(returns.explains(std::vector{kPut00}, kPut11));
}

TEST_F(PaperExamples, Example4ContainsSeesWhatItSees) {
  ReturnValues returns(history_, spec_);
  EXPECT_TRUE(returns.explains(std::vector{kPut10, kGet, kPut11}, kFalse));
  EXPECT_TRUE(returns.explains(std::vector{kPut10, kGet, kPut00}, kTrue));
  EXPECT_FALSE(returns.explains(std::vector{kPut10, kGet, kPut00, kPut11}, kFalse));
}

// Runs through a linearization, taking the only minimal visibility of each operation.
TEST_F(PaperExamples, Examples5And6MinimalExtensions) {
  const WeakProblem problem(history_, spec_);
  WeakRules rules(problem, causal_, std::nullopt);
  Replay replay(problem);
  const Budget budget;
  std::uint32_t steps = 0;
  PartialExecution execution{{}, OperationSet(6), std::vector(6, OperationSet(6))};
  const VisibilityContext context{problem, rules, execution, replay, budget, steps};
  AbstractExecution whole;
  for (const OperationIndex z : {kPut10, kGet, kPut00, kPut11, kTrue, kFalse}) {
    OperationSet visible = rules.required(z, execution.linearized);
    ASSERT_TRUE(explains(context, visible, z) || MinimalVisibilities(context, z, visible).next(visible));
    rules.place(z, execution.linearized, visible);
    whole.lin.push_back(z);
    auto& listed = whole.visible.emplace_back();
    for (const OperationIndex x : execution.order) {
      if (visible.contains(x)) listed.push_back(x);
    }
    execution.order.push_back(z);
    execution.linearized.insert(z);
  }
  // vis_2 = {put(1, 0) to get(1)}; put(0, 0) "is not required to observe operations on keys other than 0".
  EXPECT_EQ(whole.visible[1], std::vector{kPut10});
  EXPECT_EQ(whole.visible[2], std::vector<OperationIndex>{});
  EXPECT_EQ(verify_execution(history_, spec_, causal_, whole), std::nullopt);
}

}  // namespace
}  // namespace linnet

// Tests conflict_cycle: against the definition on small executions, and the cycles that it names.
#include "schedule/conflict_cycle.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>

#include "definitions/serializability_definition.hpp"
#include "scale.hpp"

namespace linnet {
namespace {

using Cycle = std::optional<std::vector<std::size_t>>;

// In letters: thread, r or w, variable; ( before the first step of an operation, ) after its last.
std::vector<Step> steps_of(std::string_view text) {
  std::vector<Step> steps;
  bool calls = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text[i] == '(') {
      calls = true;
    } else if (text[i] == ')') {
      steps.back().returns = true;
    } else {
      Step& step = steps.emplace_back();
      step.thread = static_cast<ThreadNumber>(text[i] - '0');
      step.calls = std::exchange(calls, false);
      step.touch(100 + 8 * static_cast<std::uint64_t>(text[i + 2] - 'a'), 8, text[i + 1] == 'w');
      i += 2;
    }
  }
  return steps;
}

TEST(ConflictCycle, NamesTheOperations) {
  EXPECT_EQ(conflict_cycle(steps_of("(1ra 1wa) (2ra 2wa)")), std::nullopt);
  EXPECT_EQ(conflict_cycle(steps_of("(1ra (2ra 1wa) 2wa)")), (Cycle{{0, 1}}));
  // Two reads of a variable that no step wrote, and a variable of one thread.
  EXPECT_EQ(conflict_cycle(steps_of("(1ra (2rb) 1ra) (2wb)")), std::nullopt);
  EXPECT_EQ(conflict_cycle(steps_of("(1ra (2wa) 1ra)")), (Cycle{{0, 1}}));
  // A step outside of operations comes between.
  EXPECT_EQ(conflict_cycle(steps_of("(1ra 2wa 1ra)")), (Cycle{{0, kNoOperation}}));
  // By way of the order in a thread.
  EXPECT_EQ(conflict_cycle(steps_of("(1ra (2wa) (2wb) 1rb)")), (Cycle{{0, 1, 2}}));
  // An operation that never returns.
  EXPECT_EQ(conflict_cycle(steps_of("(1ra (2wa) 1ra")), (Cycle{{0, 1}}));
}

TEST(ConflictCycle, KnowsAccessesThatOverlapInPart) {
  std::vector<Step> steps = steps_of("(1ra (2wa) 1ra)");
  steps[0].accesses[0] = {100, 4, false};
  steps[1].accesses[0] = {96, 16, true};
  steps[2].accesses[0] = {108, 4, false};
  EXPECT_TRUE(conflict_cycle(steps));
  steps[1].accesses[0] = {104, 4, true};
  EXPECT_FALSE(conflict_cycle(steps));
}

// Compares with the definition, and checks that the operations of the cycle are distinct.
bool agrees(std::span<const Step> steps) {
  const Cycle cycle = conflict_cycle(steps);
  EXPECT_EQ(!cycle, is_conflict_serializable(steps));
  if (cycle) {
    std::set<std::size_t> operations;
    for (const std::size_t operation : *cycle)
      EXPECT_TRUE(operation == kNoOperation || operations.insert(operation).second);
    EXPECT_FALSE(operations.empty());
    EXPECT_GE(cycle->size(), 2u);
  }
  return !cycle;
}

// A thread is outside of operations or inside of one, and may begin and end one at each step.
void mark(Step& step, std::vector<bool>& inside, bool calls, bool returns) {
  step.calls = calls && !inside[step.thread];
  inside[step.thread] = inside[step.thread] || step.calls;
  step.returns = returns && inside[step.thread];
  if (step.returns) inside[step.thread] = false;
}

TEST(ConflictCycle, AgreesOnAllExecutionsOfThreeSteps) {
  constexpr int kKinds = 2 * 2 * 2 * 2 * 2, kSteps = 3;
  for (int number = 0; number < kKinds * kKinds * kKinds; ++number) {
    std::vector<Step> steps(kSteps);
    std::vector<bool> inside(2);
    for (int i = 0, rest = number; i < kSteps; ++i, rest /= kKinds) {
      steps[i].thread = rest & 1;
      steps[i].touch(100 + 8 * (rest >> 1 & 1), 8, rest >> 2 & 1);
      mark(steps[i], inside, rest >> 3 & 1, rest >> 4 & 1);
    }
    agrees(steps);
  }
}

TEST(ConflictCycle, AgreesOnRandomExecutions) {
  std::mt19937 random(1);
  const auto below = [&random](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  std::size_t serializable = 0;
  const std::size_t all = cases(40000);
  for (std::size_t round = 0; round < all; ++round) {
    const std::uint32_t threads = 2 + below(2), variables = 1 + below(3);
    std::vector<Step> steps(3 + below(5));
    std::vector<bool> inside(threads);
    for (Step& step : steps) {
      step.thread = below(threads);
      for (std::uint32_t n = 1 + below(2); n > 0; --n)
        step.touch(100 + 4 * below(variables), below(4) == 0 ? 12 : 4, below(3) == 0);
      mark(step, inside, below(4) != 0, below(3) == 0);
    }
    serializable += agrees(steps);
  }
  EXPECT_GT(serializable, all / 10);
  EXPECT_LT(serializable, all - all / 10);
}

}  // namespace
}  // namespace linnet

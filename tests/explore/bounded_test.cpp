// Tests BoundedStrategy: without a bound it finds what enumeration finds, and rounds come in order.
#include "explore/bounded.hpp"

#include <gtest/gtest.h>

#include "enumerator.hpp"

namespace linnet {
namespace {

using namespace model;

constexpr std::size_t kMostBoundedInterleavings = 3'000;

std::uint32_t preemptions(const std::vector<Step>& steps, const Program& program) {
  Machine machine(program);
  machine.start();
  std::array<Ready, kMostThreads> ready;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t n = machine.ready(ready);
    for (std::size_t r = 0; r < n && i > 0; ++r) {
      if (ready[r].thread == steps[i - 1].thread && steps[i].thread != steps[i - 1].thread) ++count;
    }
    machine.take(steps[i].thread, [&](std::uint32_t) { return steps[i].alternative; });
  }
  return count;
}

TEST(Bounded, AllRoundsTogetherAreTheEnumeration) {
  std::mt19937 random(11);
  const Ingredients ingredients{.threads = 3,
                                .instructions = 2,
                                .locks = true,
                                .conditions = true,
                                .choices = true,
                                .operations = true};
  for (int round = 0; round < 150; ++round) {
    const Program program = random_program(ingredients, random);
    const auto all = enumerate(program, kMostBoundedInterleavings);
    if (!all) continue;
    BoundedStrategy bounded;
    Findings found;
    std::uint32_t last = 0;
    drive(program, bounded, [&](const Execution& e) {
      found.add(e);
      EXPECT_LE(preemptions(e.steps, program), bounded.bound());
      EXPECT_LE(last, bounded.bound());
      last = bounded.bound();
    });
    EXPECT_TRUE(bounded.complete());
    EXPECT_EQ(bounded.executions() - bounded.repeated(), all->executions) << program.to_string();
    EXPECT_EQ(found.traces, all->traces) << program.to_string();
    EXPECT_EQ(found.states, all->states) << program.to_string();
    EXPECT_EQ(found.histories, all->histories) << program.to_string();
  }
}

// Two threads of two steps: 2 schedules without preemption; with one, a thread is interrupted after its first
// step and the other runs to its end: 2; with two, one step each in turns: 2. That is all 6 of (4 choose 2).
TEST(Bounded, CountsByHand) {
  const Body two = {{.code = Code::load, .reg = 0, .object = 0}, {.code = Code::load, .reg = 1, .object = 0}};
  const Program program{.threads = {two, two}, .variables = {0}, .spawned = {}};
  for (const auto& [k, expected] : {std::pair{0u, 2u}, {1u, 4u}, {2u, 6u}}) {
    BoundedStrategy bounded(k, k);
    EXPECT_EQ(drive(program, bounded, nullptr), expected);
    EXPECT_EQ(bounded.complete(), k == 2);
  }
}

}  // namespace
}  // namespace linnet

// Tests that RandomStrategy and PctStrategy are reproducible, legal, and good at what they are for.
#include <gtest/gtest.h>

#include "enumerator.hpp"
#include "explore/sampling.hpp"
#include "known_programs.hpp"

namespace linnet {
namespace {

using namespace model;

std::vector<TraceKey> sample(const Program& program, Strategy& strategy) {
  std::vector<TraceKey> keys;
  drive(program, strategy, [&](const Execution& e) { keys.push_back(trace_key(e.steps)); });
  return keys;
}

TEST(Random, SameSeedSameExecutions) {
  const Program program = treiber(3, 1);
  RandomStrategy a(7, 200), b(7, 200), c(8, 200);
  const auto first = sample(program, a);
  EXPECT_EQ(first.size(), 200u);
  EXPECT_EQ(first, sample(program, b));
  EXPECT_NE(first, sample(program, c));
}

TEST(Random, FindsEveryTraceOfASmallProgram) {
  RandomStrategy uniform(1, 4000);
  const auto keys = sample(treiber(2, 1), uniform);
  EXPECT_EQ(std::set<TraceKey>(keys.begin(), keys.end()).size(), 46u);
}

TEST(Random, StickySwitchesSeldom) {
  const auto switches = [](Strategy& strategy) {
    std::size_t count = 0;
    drive(treiber(2, 2), strategy, [&](const Execution& e) {
      for (std::size_t i = 1; i < e.steps.size(); ++i) count += e.steps[i].thread != e.steps[i - 1].thread;
    });
    return count;
  };
  RandomStrategy uniform(1, 200);
  RandomStrategy sticky = RandomStrategy::sticky(1, 200);
  EXPECT_GT(switches(uniform), 3 * switches(sticky));
}

TEST(Pct, SameSeedSameExecutions) {
  PctStrategy a(7, 100), b(7, 100);
  EXPECT_EQ(sample(msqueue(2, 2), a), sample(msqueue(2, 2), b));
}

// Depth 1 is a priority order: threads run to their end one after the other, n! schedules.
TEST(Pct, DepthOneRunsThreadsToTheirEnd) {
  PctStrategy pct(3, 300, 1);
  const auto keys = sample(fai(4), pct);
  EXPECT_EQ(std::set<TraceKey>(keys.begin(), keys.end()).size(), 24u);
}

// A fault that needs one switch in the middle of a long thread: depth 2. The bound is 1 / (n k): with 2
// threads and 21 steps at least one execution in 42; the reader sees 10 in about that many.
TEST(Pct, DepthTwoFindsOneSwitchInALongThread) {
  Body writer;
  for (int i = 1; i <= 20; ++i) writer.push_back({.code = Code::store, .object = 0, .a = constant(i)});
  const Program program{
      .threads = {writer, {{.code = Code::load, .reg = 0, .object = 0}}}, .variables = {0}, .spawned = {}};
  PctStrategy pct(5, 1000, 2);
  std::set<std::string> states;
  drive(program, pct, [&](const Execution& e) { states.insert(e.state); });
  EXPECT_EQ(states.size(), 21u);
}

}  // namespace
}  // namespace linnet

// Tests the search over execution graphs against the axioms, on programs with known answers and on random ones.
#include <gtest/gtest.h>

#include "litmus.hpp"
#include "scale.hpp"

namespace linnet::testing {
namespace {

void expect_known(const std::string& file) {
  std::size_t compared = 0;
  for (const KnownLitmus& known : known_programs(std::string(LINNET_LITMUS) + "/" + file)) {
    for (const MemoryModel model : kModels) {
      const Explored explored = search(known.litmus, model);
      const KnownLitmus::Answer& answer = known.answers[static_cast<std::size_t>(model)];
      const std::string which = known.litmus.name + " under " + std::string(name_in(kMemoryModels, model));
      EXPECT_EQ(explored.graphs, answer.graphs) << which;
      EXPECT_EQ(explored.distinct.size(), explored.graphs) << which << ": some graph was visited twice";
      EXPECT_EQ(explored.outputs, answer.outputs) << which;
      ++compared;
    }
  }
  EXPECT_GT(compared, 300u);
}

TEST(GraphSearch, VisitsTheGraphsOfClassicPrograms) {
  expect_known("classic.jsonl");
}

TEST(GraphSearch, VisitsTheGraphsOfProgramsWithKnownAnswers) {
  expect_known("random.jsonl");
}

// What only one of the two found.
std::string difference(const std::set<std::string>& fast, const std::set<std::string>& slow) {
  std::string text;
  for (const std::string& graph : fast)
    text += slow.contains(graph) ? "" : "not by the axioms: " + graph + "\n";
  for (const std::string& graph : slow)
    text += fast.contains(graph) ? "" : "not by the search: " + graph + "\n";
  return text;
}

void expect_agreement(std::uint64_t seeds, const std::function<Litmus(std::uint64_t)>& draw) {
  std::uint64_t graphs = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Litmus litmus = draw(seed);
    for (const MemoryModel model : kModels) {
      const std::string which = to_text(litmus) + "under " + std::string(name_in(kMemoryModels, model));
      const Explored fast = search(litmus, model);
      const Explored slow = enumerate(litmus, model);
      ASSERT_EQ(difference(fast.distinct, slow.distinct), "") << which;
      ASSERT_EQ(difference(fast.stuck, slow.stuck), "") << which;
      ASSERT_EQ(fast.graphs, slow.graphs) << which;
      ASSERT_EQ(fast.outputs, slow.outputs) << which;
      graphs += slow.graphs;
    }
  }
  EXPECT_GT(graphs, 3 * seeds);
}

TEST(GraphSearch, VisitsWhatTheAxiomsAllow) {
  expect_agreement(cases(300), [](std::uint64_t seed) { return random_litmus(seed, false); });
}

TEST(GraphSearch, VisitsWhatTheAxiomsAllowWithLocksLoopsChoicesAndNewThreads) {
  expect_agreement(cases(300), [](std::uint64_t seed) { return random_litmus(seed, true); });
}

TEST(GraphSearch, VisitsWhatTheAxiomsAllowWithConditionsFutexesBarriersAndReadWriteLocks) {
  expect_agreement(cases(100), random_waiting_litmus);
}

}  // namespace
}  // namespace linnet::testing

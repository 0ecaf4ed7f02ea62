// Tests the search over execution graphs against the axioms, on programs with known answers and on random ones.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "graph/graph_search.hpp"
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
  expect_agreement(cases(100), [](std::uint64_t seed) { return random_waiting_litmus(seed); });
}

void expect_same(const Explored& whole, const Explored& parts, const std::string& which) {
  ASSERT_EQ(parts.graphs, whole.graphs) << which;
  ASSERT_EQ(parts.blocked, whole.blocked) << which;
  ASSERT_EQ(difference(parts.distinct, whole.distinct), "") << which;
  ASSERT_EQ(difference(parts.stuck, whole.stuck), "") << which;
  ASSERT_EQ(parts.outputs, whole.outputs) << which;
}

// A search that is saved and loaded after every execution, or after a few: nothing is lost, and nothing comes twice.
void expect_to_go_on(const Litmus& litmus) {
  for (const MemoryModel model : kModels) {
    const std::string which = to_text(litmus) + "under " + std::string(name_in(kMemoryModels, model));
    const Explored whole = search(litmus, model);
    for (const std::uint64_t stride : {1, 2, 3, 7}) expect_same(whole, search(litmus, model, stride), which);
  }
}

TEST(GraphSearch, GoesOnFromACheckpoint) {
  std::uint64_t taken = 0;
  for (const char* const file : {"classic.jsonl", "random.jsonl"}) {
    for (const KnownLitmus& known : known_programs(std::string(LINNET_LITMUS) + "/" + file)) {
      if (known.answers[2].graphs > cases(300)) continue;
      expect_to_go_on(known.litmus);
      ++taken;
    }
  }
  EXPECT_GT(taken, 300u);
  for (std::uint64_t seed = 0; seed < cases(50); ++seed) {
    expect_to_go_on(random_litmus(seed, true));
    expect_to_go_on(random_waiting_litmus(seed));
  }
}

// Whatever was cut off, or one number of which was changed, is refused or is a position: nothing is read from outside of the graphs.
TEST(GraphSearch, BadCheckpointsAreRefused) {
  constexpr std::string_view kHeading = "search";
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Litmus litmus = random_litmus(seed, true);
    const std::string text = position_after(litmus, MemoryModel::c11, 3);
    const auto load = [&](const std::string& changed) {
      try {
        NumberReader in(kHeading, changed);
        GraphSearch(MemoryModel::c11).load(in, litmus.locations);
      } catch (const InputError&) {
        ++refused;
      }
    };
    for (std::size_t i = kHeading.size(); i < text.size(); ++i) {
      load(text.substr(0, i));
      if (text[i] == ' ') continue;
      std::string changed = text;
      changed[i] = changed[i] == '9' ? '0' : '9';
      load(changed);
    }
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace linnet::testing

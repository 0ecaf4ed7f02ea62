// Tests the search along time with sets of contents against the oracle, and against the depth-first search
// where the oracle is too slow.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "check/linearizability/search.hpp"
#include "check/monitors/sequence_sets.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

// As narrow as possible: nearly every walk drops something, and nearly every violation is found in a window.
Verdict decide_narrowly(const Question& question) {
  return finish(*start_content_search(question, 1, 2)).verdict;
}
constexpr auto kObstacle = [](const Question& question) { return kContents.obstacle(question); };
constexpr Algorithm kNarrow = {"narrow contents", "", kObstacle, decide_narrowly};

class Contents : public ::testing::TestWithParam<std::string> {
 protected:
  const Spec spec = make_spec(GetParam());
};

TEST_P(Contents, AgreeWithTheOracleOnAllSmallHistories) {
  for (const Algorithm& algorithm : {kContents, kNarrow}) {
    for (std::size_t n = 0; n <= 3; ++n) expect_agreement_on_small_histories(algorithm, spec, n, 3);
  }
  const Tally tally = expect_agreement_on_small_histories(kContents, spec, 4, 2);
  EXPECT_GT(tally.passed, 100u);
  EXPECT_GT(tally.violated, 500u);
}

TEST_P(Contents, AgreeWithTheOracleOnRandomHistories) {
  for (const Algorithm& algorithm : {kContents, kNarrow}) {
    for (const bool unique : {false, true}) {
      const Tally tally = expect_agreement_on_random_histories(algorithm, spec, 20'000, 10, unique);
      EXPECT_GT(tally.passed, cases(2000));
      EXPECT_GT(tally.violated, cases(500));
    }
  }
}

// Long enough for windows, with up to eight operations at a time.
TEST_P(Contents, AgreeWithTheDepthFirstSearchOnLongerHistories) {
  Random rng(3);
  std::size_t violated_ones = 0;
  const std::size_t count = cases(GetParam() == "deque" ? 300 : 3000);  // its sets take longer
  for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i) {
    const Shape shape{.operations = 20 + below(rng, 40),
                      .threads = 2 + below(rng, 7),
                      .overlap = 1,
                      .pending = chance(rng, 0.5) ? 0 : 0.03,
                      .unique = chance(rng, 0.2),
                      .values = 1 + below(rng, 4),
                      .corrupted = 0.6,
                      .balanced = true};
    const History history = random_history(rng, spec, shape);
    const Budget enough(std::nullopt, std::nullopt, 300'000);
    const Verdict expected = kWingGong.decide({history, spec, enough});
    if (unknown(expected)) continue;
    violated_ones += violated(expected) ? 1 : 0;
    ASSERT_EQ(disagreement(kContents, history, spec, passed(expected)), "");
    ASSERT_EQ(disagreement(kNarrow, history, spec, passed(expected)), "");
  }
  EXPECT_GT(violated_ones, count / 15);
}

INSTANTIATE_TEST_SUITE_P(EachContainer, Contents, ::testing::Values("stack", "deque", "pqueue"),
                         [](const auto& each) { return each.param; });

using Sequences = std::set<std::vector<ValueId>>;

Sequences listed(const SequenceSets& sets, SequenceSets::Id set) {
  if (set == SequenceSets::kNone) return {};
  if (set == SequenceSets::kEmpty) return {{}};
  Sequences all;
  for (const ValueId v : sets.tops(set)) {
    for (std::vector<ValueId> rest : listed(sets, sets.pop(set, v))) {
      rest.insert(rest.begin(), v);
      all.insert(rest);
    }
  }
  return all;
}

SequenceSets::Id made(SequenceSets& sets, const Sequences& sequences) {
  SequenceSets::Id all = SequenceSets::kNone;
  for (const auto& sequence : sequences) {
    SequenceSets::Id one = SequenceSets::kEmpty;
    for (auto v = sequence.rbegin(); v != sequence.rend(); ++v) one = sets.push(*v, one);
    all = sets.unite(all, one);
  }
  return all;
}

// Compares with sets that are simply listed.
TEST(SequenceSets, DoWhatListsDo) {
  Random rng(4);
  for (std::size_t i = 0; i < cases(2000); ++i) {
    SequenceSets sets;
    const std::size_t length = 1 + below(rng, 5);
    Sequences a, b, both, mirrored, popped, without;
    for (std::size_t k = 0; k < below(rng, 12); ++k) {
      std::vector<ValueId> sequence(length);
      for (ValueId& v : sequence) v = static_cast<ValueId>(below(rng, 3));
      (chance(rng, 0.5) ? a : b).insert(sequence);
    }
    std::ranges::set_union(a, b, std::inserter(both, both.end()));
    for (const auto& s : both) {
      mirrored.insert({s.rbegin(), s.rend()});
      popped.insert({s.begin() + 1, s.end()});
      if (s.front() != 1) without.insert(s);
    }
    const auto set = sets.unite(made(sets, a), made(sets, b));
    EXPECT_EQ(listed(sets, set), both);
    EXPECT_EQ(set, made(sets, both)) << "equal sets have one number";
    EXPECT_EQ(listed(sets, sets.mirrored(set)), mirrored);
    EXPECT_EQ(listed(sets, sets.pop_any(set)), popped);
    EXPECT_EQ(listed(sets, sets.without(set, 1)), without);
    for (const auto& s : b) EXPECT_TRUE(sets.contains(set, made(sets, {s})));
    for (const auto& s : b) EXPECT_EQ(sets.contains(made(sets, a), made(sets, {s})), a.contains(s));
    if (both.empty()) continue;
    EXPECT_NEAR(std::exp2(sets.weight(set)), static_cast<double>(both.size()), 0.01);
  }
}

}  // namespace
}  // namespace linnet::testing

// The graph of a memory of words: it has a flaw exactly if no order explains the history, and the flaw is of
// the kind that it is called.
#include "report/page/word_graph.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "../check/mwcas_histories.hpp"
#include "check/linearizability/algorithm.hpp"
#include "definitions/oracle.hpp"
#include "history/formats/writer.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

using Flaw = WordGraph::Flaw;

WordGraph graph_of(const History& history) {
  std::vector<OperationIndex> all(history.size());
  std::iota(all.begin(), all.end(), 0);
  return word_graph(history, all);
}

// Every operation of the cycle has one outgoing and one incoming edge.
bool is_a_cycle(const WordGraph& graph) {
  std::map<OperationIndex, int> left, reached;
  for (const WordGraph::Edge& edge : graph.edges) {
    if (!edge.offending) continue;
    if (!edge.from) return false;
    ++left[*edge.from], ++reached[edge.to];
  }
  const bool once = std::ranges::all_of(left, [](const auto& entry) { return entry.second == 1; });
  return once && !left.empty() && left == reached;
}

TEST(WordGraph, HasAFlawExactlyIfThereIsNoOrder) {
  const Spec spec = make_spec("mwcas");
  Random rng(7);
  std::map<Flaw, int> seen;
  for (std::size_t n = 0; n < 5'000 * test_scale(); ++n) {
    const MwcasShape shape{.operations = 1 + rng() % 7,
                           .threads = 1 + rng() % 3,
                           .locations = 1 + rng() % 3,
                           .words = 2,
                           .pending = 0,
                           .corrupted = 0.6};
    const History history = random_mwcas_history(rng, spec, shape);
    if (kMwcasGraph.obstacle({history, spec, Budget()})) continue;
    const WordGraph graph = graph_of(history);
    ++seen[graph.flaw];
    ASSERT_EQ(graph.flaw == Flaw::none, oracle_linearizable(history, spec)) << write_history_to_text(history);
    if (graph.flaw == Flaw::cycle) {
      ASSERT_TRUE(is_a_cycle(graph)) << write_history_to_text(history);
    }
    ASSERT_EQ(graph.flaw == Flaw::orphan && graph.orphans.empty(), false);
  }
  for (const Flaw flaw : {Flaw::none, Flaw::cycle, Flaw::fork, Flaw::orphan, Flaw::value})
    EXPECT_GT(seen[flaw], 20) << static_cast<int>(flaw);
}

}  // namespace
}  // namespace linnet::testing

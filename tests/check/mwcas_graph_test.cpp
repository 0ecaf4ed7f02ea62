// Tests the precedence graph of mwcas histories: against the oracle and the searches, on all small histories over an
// alphabet that keeps the assumptions, on random ones of a recorder that keeps them, and the examples of the paper.

#include <gtest/gtest.h>

#include <algorithm>

#include "monitor_agreement.hpp"
#include "check/linearizability/linearizable.hpp"
#include "check/linearizability/search.hpp"
#include "check/multiword/mwcas_versions.hpp"
#include "check/multiword/precedence_edges.hpp"
#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"
#include "histories.hpp"
#include "mwcas_histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& mwcas() {
  static const Spec spec = make_spec("mwcas");
  return spec;
}

std::optional<std::string> obstacle(const History& history) {
  return kMwcasGraph.obstacle({history, mwcas(), Budget()});
}

TEST(MwcasGraph, AgreesWithTheOracleOnRandomHistories) {
  Random rng(80);
  std::size_t decided = 0, violations = 0;
  for (std::size_t n = 0; n < cases(20'000); ++n) {
    MwcasShape shape;
    shape.operations = 1 + rng() % 7;
    shape.threads = 1 + rng() % 3;
    shape.locations = 1 + rng() % 3;
    shape.pending = n % 3 == 0 ? 0.2 : 0;
    shape.corrupted = 0.6;
    const History history = random_mwcas_history(rng, mwcas(), shape);
    const bool expected = oracle_linearizable(history, mwcas());
    for (const Algorithm* const graph : {&kMwcasGraph, &kMwcasGraphNaive})
      ASSERT_EQ(disagreement(*graph, history, mwcas(), expected), "");
    if (obstacle(history)) continue;
    ++decided;
    violations += expected ? 0 : 1;
  }
  EXPECT_GT(decided, cases(5'000));
  EXPECT_GT(violations, cases(1'000));
}

TEST(MwcasGraph, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t operations = 1; operations <= 4; ++operations) {
    for_each_small_history(mwcas(), operations, operations == 4 ? 2 : 3, [&](const History& history) {
      if (obstacle(history)) return;
      ASSERT_EQ(disagreement(kMwcasGraph, history, mwcas(), oracle_linearizable(history, mwcas())), "");
    });
  }
}

TEST(MwcasGraph, AgreesWithTheSearchOnLongerHistories) {
  Random rng(81);
  for (std::size_t n = 0; n < cases(300); ++n) {
    MwcasShape shape;
    shape.operations = 60;
    shape.threads = 4;
    shape.locations = 3;
    shape.corrupted = 0.5;
    const History history = random_mwcas_history(rng, mwcas(), shape);
    const Verdict searched = kSearch.decide({history, mwcas(), Budget()});
    ASSERT_EQ(disagreement(kMwcasGraph, history, mwcas(), passed(searched)), "");
  }
}

TEST(MwcasGraph, AnyUncorruptedRecordingIsDecidedAndPasses) {
  Random rng(82);
  MwcasShape shape;
  shape.operations = 20'000;
  shape.threads = 8;
  shape.locations = 20;
  shape.corrupted = 0;
  const History history = random_mwcas_history(rng, mwcas(), shape);
  ASSERT_EQ(obstacle(history), std::nullopt);
  const Verdict verdict = kMwcasGraph.decide({history, mwcas(), Budget(), true});
  ASSERT_TRUE(passed(verdict)) << std::get<Violation>(verdict).sentence;
  EXPECT_EQ(verify_witness(history, mwcas(), std::get<Pass>(verdict).witness), std::nullopt);
}

// Theorems 1 and 2 of the paper.
TEST(HappensBefore, TheReductionIsMinimalSmallAndComplete) {
  Random rng(83);
  for (std::size_t n = 0; n < cases(300); ++n) {
    const History history = random_history(rng, make_spec("register"), random_shape(rng, 14));
    const std::size_t size = history.size();
    std::vector<std::vector<bool>> edge(size, std::vector<bool>(size)), path;
    std::size_t edges = 0;
    for_each_reduced_edge(history.operations, [&](OperationIndex a, OperationIndex b) {
      edge[a][b] = true;
      ++edges;
    });
    path = edge;
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b) path[a][b] = path[a][b] || (path[a][k] && path[k][b]);
    std::size_t contention = 0;
    for (OperationIndex a = 0; a < size; ++a) {
      std::size_t running = 0;
      for (OperationIndex b = 0; b < size; ++b) {
        ASSERT_EQ(path[a][b], history.precedes(a, b)) << to_json_lines(history, make_spec("register"));
        running += history.operations[b].call <= history.operations[a].call &&
                   history.operations[a].call < history.operations[b].ret;
        for (OperationIndex c = 0; c < size; ++c)
          ASSERT_FALSE(edge[a][c] && history.precedes(a, b) && history.precedes(b, c));
      }
      contention = std::max(contention, running);
    }
    ASSERT_LE(edges, contention * size);
  }
}

using Events = std::vector<MwcasEvent>;

Verdict decide(const Events& events) {
  const History history = mwcas_history(mwcas(), events);
  EXPECT_EQ(obstacle(history), std::nullopt);
  const bool expected = oracle_linearizable(history, mwcas());
  EXPECT_EQ(disagreement(kMwcasGraph, history, mwcas(), expected), "");
  return kMwcasGraph.decide({history, mwcas(), Budget(), true, true});
}

// Figures 4 and 5: a read of A and B beside swaps of each; stale in B if that swap came before.
TEST(MwcasGraph, FiguresFourAndFive) {
  const MwcasEvent first = multiword_swap({"A", "B"}, {0, 0}, {1, 1}, 0, 1);
  EXPECT_TRUE(passed(
      decide({first, multiword_read({"A", "B"}, {1, 1}, 2, 6), multiword_swap({"B"}, {1}, {2}, 3, 5)})));
  const Verdict stale =
      decide({first, multiword_swap({"B"}, {1}, {2}, 2, 3), multiword_read({"A", "B"}, {1, 1}, 4, 5)});
  ASSERT_TRUE(violated(stale));
  EXPECT_EQ(std::get<Violation>(stale).suspects, (std::vector<OperationIndex>{1, 2}));
  EXPECT_EQ(std::get<Violation>(stale).sentence,
            R"(These 2 operations wait for each other: mwcas(["B"], [1], [2]) → true returned before )"
            R"(read(["A","B"]) → [1,1] was called; read(["A","B"]) → [1,1] found in "B" what )"
            R"(mwcas(["B"], [1], [2]) → true replaced)");
}

// Figures 6 and 7: an unsuccessful mwcas of A and B before A was swapped: B can explain it, A cannot.
TEST(MwcasGraph, FiguresSixAndSeven) {
  const auto with_failure_at = [](const char* location) {
    return decide({multiword_swap({"A", "B"}, {0, 0}, {1, 1}, 0, 1), multiword_swap({"B"}, {1}, {2}, 2, 3),
                   multiword_failure({"A", "B"}, {1, 1}, {8, 8}, location, 4, 5),
                   multiword_swap({"A"}, {1}, {2}, 6, 7)});
  };
  EXPECT_TRUE(passed(with_failure_at("B")));
  EXPECT_TRUE(violated(with_failure_at("A")));
}

// Figures 12 and 13: t2 fails although no operation changed what it expected.
TEST(MwcasGraph, FigureThirteenIsAnOrphan) {
  const Verdict verdict = decide({multiword_swap({"B", "A"}, {0, 0}, {1, 2}, 0, 5),
                                  multiword_failure({"C", "A"}, {0, 0}, {3, 4}, "A", 1, 6),
                                  multiword_failure({"C", "D"}, {0, 0}, {5, 6}, "C", 2, 7)});
  ASSERT_TRUE(violated(verdict));
  EXPECT_EQ(std::get<Violation>(verdict).suspects, (std::vector<OperationIndex>{2}));
}

TEST(MwcasGraph, AFork) {
  const Verdict verdict =
      decide({multiword_swap({"A"}, {0}, {1}, 0, 2), multiword_swap({"A", "B"}, {0, 0}, {2, 2}, 1, 3)});
  ASSERT_TRUE(violated(verdict));
  EXPECT_EQ(std::get<Violation>(verdict).suspects, (std::vector<OperationIndex>{0, 1}));
}

TEST(MwcasGraph, ABooleanFailureWaitsForOneOfSeveral) {
  const auto failing = [](Rank call, Rank ret) {
    return multiword_failure({"A", "B"}, {0, 0}, {8, 9}, Value(false), call, ret);
  };
  const MwcasEvent a = multiword_swap({"A"}, {0}, {1}, 2, 3);
  EXPECT_TRUE(passed(decide({a, failing(4, 5), multiword_swap({"B"}, {0}, {2}, 6, 7)})));
  EXPECT_TRUE(violated(decide({failing(0, 1), a, multiword_swap({"B"}, {0}, {2}, 6, 7)})));
}

TEST(MwcasGraph, SaysWhichAssumptionBroke) {
  const auto why = [](const Events& events) { return obstacle(mwcas_history(mwcas(), events)).value_or(""); };
  EXPECT_NE(why({multiword_swap({"A"}, {0}, {1}, 0, 1), multiword_swap({"A"}, {1}, {0}, 2, 3)})
                .find("(Assumption 1)"),
            std::string::npos);
  EXPECT_NE(why({multiword_swap({"A"}, {0}, {1}, 0, 3), multiword_failure({"A"}, {1}, {2}, "A", 1, 2)})
                .find("(Assumption 2)"),
            std::string::npos);
}

}  // namespace
}  // namespace linnet::testing

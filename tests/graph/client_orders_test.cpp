// Tests the orders that clients can bring about against the axioms, and with them which objects are linearizable under which model.
#include "graph/client_orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "axioms_of.hpp"
#include "definitions/cpp20_definitions.hpp"
#include "explore/sampling.hpp"
#include "graph/sequential.hpp"
#include "litmus.hpp"
#include "objects.hpp"
#include "scale.hpp"

namespace linnet::testing {
namespace {

// All largest sets of pairs that a client can bring about, one subset after the other.
std::vector<OperationOrder> orders_by_definition(MemoryModel model, const ExecutionGraph& graph,
                                                 const Operations& operations,
                                                 const std::vector<std::pair<int, int>>& pairs) {
  AxiomGraph axioms = axioms_of(graph, operations);
  const std::size_t subsets = std::size_t{1} << pairs.size();
  std::vector<bool> possible(subsets);
  for (std::size_t subset = 0; subset < subsets; ++subset) {
    axioms.client.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((subset >> i & 1) != 0) axioms.client.push_back(pairs[i]);
    }
    possible[subset] = satisfies(model, axioms) && (model != MemoryModel::c11 || satisfies_cpp20(axioms));
  }
  std::vector<OperationOrder> orders;
  for (std::size_t subset = 0; subset < subsets; ++subset) {
    bool largest = possible[subset];
    OperationOrder before(operations.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if ((subset >> i & 1) != 0) {
        before[static_cast<std::size_t>(b)] |= std::uint64_t{1} << a;
      } else if (possible[subset | std::size_t{1} << i]) {
        largest = false;
      }
    }
    for (std::size_t b = 0; b < operations.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (operations[a].thread == operations[b].thread) before[b] |= std::uint64_t{1} << a;
      }
    }
    if (largest) orders.push_back(before);
  }
  std::ranges::sort(orders);
  return orders;
}

std::vector<std::pair<int, int>> pairs_of(const Operations& operations) {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t a = 0; a < operations.size(); ++a) {
    for (std::size_t b = 0; b < operations.size(); ++b) {
      if (operations[a].returned && operations[a].thread != operations[b].thread)
        pairs.emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
  }
  return pairs;
}

// Cuts threads into operations, some of them without events or without a return.
Operations draw_operations(const ExecutionGraph& graph, Dice& dice) {
  Operations operations;
  for (std::uint16_t t = 0; t < graph.threads(); ++t) {
    const std::uint32_t length = graph.length(t);
    std::uint32_t at = dice.below(2) * dice.below(length + 1);
    const std::uint32_t count = graph.threads() == 2 ? 1 + dice.below(2) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t end = at + dice.below(length - at + 1);
      const bool returned = i + 1 < count || dice.below(5) != 0;
      operations.push_back({t, at, returned ? end : length, returned});
      at = end;
    }
  }
  return operations;
}

void expect_visible_by_definition(const ExecutionGraph& graph, const Operations& operations) {
  const AxiomGraph axioms = axioms_of(graph, operations);
  const OperationOrder visible = visible_after(graph, operations);
  for (std::size_t a = 0; a < operations.size(); ++a) {
    for (std::size_t b = 0; b < operations.size(); ++b) {
      EXPECT_EQ((visible[b] >> a & 1) != 0,
                is_visible_after(axioms, static_cast<int>(a), static_cast<int>(b)));
    }
  }
}

TEST(ClientOrders, AreThoseThatTheAxiomsAllow) {
  std::size_t compared = 0, several = 0;
  for (std::uint64_t seed = 0; seed < cases(60); ++seed) {
    const Litmus litmus = random_litmus(seed, false);
    for (const MemoryModel model : kModels) {
      Dice dice(mix(seed, static_cast<std::uint64_t>(model)));
      std::size_t graphs = 0;
      visit_graphs(litmus, model, [&](const ExecutionGraph& graph, const auto&) {
        if (graph.threads() < litmus.threads.size() || ++graphs > 4) return;
        const Operations operations = draw_operations(graph, dice);
        const auto pairs = pairs_of(operations);
        const auto expected = orders_by_definition(model, graph, operations, pairs);
        EXPECT_EQ(client_orders(model, graph, operations), expected)
            << to_text(litmus) << "under " << name_in(kMemoryModels, model);
        ++compared;
        if (expected.size() > 1) ++several;
        expect_visible_by_definition(graph, operations);
        AxiomGraph without_client = axioms_of(graph, {});
        EXPECT_EQ(is_sequential(graph), satisfies(MemoryModel::sc, without_client)) << to_text(litmus);
      });
    }
  }
  EXPECT_GT(compared, cases(60) * 2);
  EXPECT_GT(several, compared / 5);
}

TEST(ClientOrders, GivesUpAfterSoManySteps) {
  ExecutionGraph graph;
  graph.clear();
  Operations operations;
  for (std::uint16_t t = 0; t < 6; ++t) operations.push_back({t, 0, 0, true});
  EXPECT_EQ(client_orders(MemoryModel::c11, graph, operations, 100), std::nullopt);
}

TEST(ClientOrders, DecideWhichObjectsAreLinearizable) {
  std::size_t compared = 0;
  for (const KnownObject& known : known_objects(std::string(LINNET_LITMUS) + "/objects.jsonl")) {
    for (const MemoryModel model : kModels) {
      const JudgedObject& answer = known.answers[static_cast<std::size_t>(model)];
      EXPECT_EQ(judge(known.object, model), answer)
          << known.object.litmus.name << " under " << name_in(kMemoryModels, model);
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

// The parts of what is one test: a limit of time holds for each.
constexpr std::uint64_t kParts = 8;
class RandomObjects : public ::testing::TestWithParam<std::uint64_t> {};

// The same graphs, and as many that cannot be explained.
TEST_P(RandomObjects, AreJudgedAsByTheDefinition) {
  std::uint64_t bad_objects = 0;
  for (std::uint64_t seed = GetParam(); seed < cases(2'000); seed += kParts) {
    const LitmusObject object = random_object(seed);
    for (const MemoryModel model : kModels) {
      const JudgedObject judged = judge(object, model);
      ASSERT_EQ(judged, judge_by_definition(object, model))
          << to_text(object.litmus) << "under " << name_in(kMemoryModels, model);
      bad_objects += judged.bad != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(bad_objects, cases(2'000) / kParts / 10);
}

INSTANTIATE_TEST_SUITE_P(ClientOrders, RandomObjects, ::testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace linnet::testing

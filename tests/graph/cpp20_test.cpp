// Tests C++20's own condition against the words of the standard, on graphs of c11.
#include "graph/cpp20.hpp"

#include <gtest/gtest.h>

#include "axioms_of.hpp"
#include "definitions/cpp20_definitions.hpp"
#include "litmus.hpp"
#include "scale.hpp"

namespace linnet::testing {
namespace {

struct Counted {
  std::uint64_t graphs = 0, forbidden = 0;
};

Counted expect_agreement(const Litmus& litmus) {
  Counted counted;
  visit_graphs(litmus, MemoryModel::c11, [&](const ExecutionGraph& graph, const auto&) {
    const bool allowed = allowed_by_cpp20(graph);
    EXPECT_EQ(allowed, satisfies_cpp20(axioms_of(graph, {}))) << to_text(litmus);
    ++counted.graphs;
    counted.forbidden += allowed ? 0 : 1;
  });
  return counted;
}

Instruction load(Location location, std::uint32_t result, MemoryOrder order) {
  return {.kind = Instruction::Kind::load, .order = order, .location = location, .result = result};
}
Instruction store(Location location, std::uint64_t value, MemoryOrder order) {
  return {.kind = Instruction::Kind::store, .order = order, .location = location, .operand = value};
}

// The two programs of which it is known that RC11 allows what C++20 forbids: one graph of each.
TEST(Cpp20, ForbidsWhatRc11AllowsWithMixedOrders) {
  using enum MemoryOrder;
  const Litmus first{"mixed stores",
                     2,
                     {{store(0, 1, seq_cst), store(0, 2, release)},
                      {load(0, 0, acquire), load(1, 1, seq_cst)},
                      {store(1, 1, seq_cst), load(0, 0, seq_cst)}}};
  const Litmus second{"a relaxed store between",
                      2,
                      {{store(1, 1, seq_cst), store(0, 1, seq_cst)},
                       {store(0, 2, relaxed)},
                       {load(0, 0, seq_cst), load(1, 1, seq_cst)}}};
  EXPECT_EQ(expect_agreement(first).forbidden, 1u);
  EXPECT_EQ(expect_agreement(second).forbidden, 1u);
}

TEST(Cpp20, ForbidsNoGraphOfTheKnownPrograms) {
  for (const char* const file : {"classic.jsonl", "random.jsonl"}) {
    for (const KnownLitmus& known : known_programs(std::string(LINNET_LITMUS) + "/" + file)) {
      visit_graphs(known.litmus, MemoryModel::c11, [&](const ExecutionGraph& graph, const auto&) {
        EXPECT_TRUE(allowed_by_cpp20(graph)) << to_text(known.litmus);
      });
    }
  }
}

// Three threads and two locations, and most accesses are seq_cst: graphs that C++20 forbids are rare elsewhere.
Litmus mixed_litmus(std::uint64_t seed) {
  Dice dice(mix(seed));
  Litmus litmus{"seed " + std::to_string(seed) + ", mixed", 2, {}};
  for (int thread = 0; thread < 3; ++thread) {
    std::vector<Instruction>& code = litmus.threads.emplace_back();
    while (code.size() < 2) {
      const auto number = static_cast<std::uint32_t>(code.size());
      Instruction one = random_code(dice, litmus.locations, 1, false).front();
      one.result = number;
      if (dice.below(3) != 0) one.order = one.failure_order = MemoryOrder::seq_cst;
      code.push_back(one);
    }
  }
  return litmus;
}

TEST(Cpp20, ForbidsWhatTheStandardForbids) {
  std::uint64_t forbidden = 0;
  for (std::uint64_t seed = 0; seed < cases(1'000) && !HasFailure(); ++seed) {
    expect_agreement(random_litmus(seed, seed % 2 == 0));
    for (std::uint64_t i = 0; i < 5; ++i) forbidden += expect_agreement(mixed_litmus(5 * seed + i)).forbidden;
  }
  EXPECT_GT(forbidden, 0u);
}

}  // namespace
}  // namespace linnet::testing

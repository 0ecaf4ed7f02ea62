// Tests the fast search for quasi-linearizability against the definition, against linearizability, and by hand.
#include "check/quasi/quasi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "../bench/relaxed_history.hpp"
#include "check/quasi/paper.hpp"
#include "check/quasi/stack_sets.hpp"
#include "definitions/oracle.hpp"
#include "definitions/quasi_oracle.hpp"
#include "quasi_cases.hpp"

namespace linnet::testing {
namespace {

bool fast(const History& history, const Spec& spec, const QuasiBounds& bounds) {
  const QuasiResult result = check_quasi(history, spec, bounds, {}, Budget());
  EXPECT_FALSE(unknown(result.verdict));
  return passed(result.verdict);
}

// Decides with a witness, and verifies it.
bool fast_with_witness(const History& history, const Spec& spec, const QuasiBounds& bounds) {
  const QuasiResult result = check_quasi(history, spec, bounds, {.want_witness = true}, Budget());
  if (passed(result.verdict) && !history.operations.empty()) {
    EXPECT_EQ(result.witnesses.size(), 1u);
    EXPECT_EQ(verify_quasi_witness(history, spec, bounds, ObjectId(), result.witnesses.at(0)), std::nullopt)
        << to_json_lines(history, spec);
  }
  return passed(result.verdict);
}

void expect_agreement(const History& history, const Spec& spec, const std::string& factors) {
  const QuasiBounds bounds = QuasiBounds::parse(factors, spec);
  const bool expected = oracle_quasi_linearizable(history, spec, bounds);
  ASSERT_EQ(fast(history, spec, bounds), expected) << "--quasi " << factors << "\n"
                                                   << to_json_lines(history, spec);
  ASSERT_EQ(fast_with_witness(history, spec, bounds), expected) << "--quasi " << factors;
}

// One history with every grouping of its two methods: all methods, additions, removals, each with a factor from 0 to 3 or in
// no group, which is 5^3 - 1 groupings.
class EveryGrouping {
 public:
  EveryGrouping(const Spec& spec, const Container& c) : spec_(spec) {
    groups_[0] = QuasiBounds::uniform(spec, 0).groups[0];
    groups_[1] = QuasiBounds::parse(c.add + "=0", spec).groups[0];
    groups_[2] = QuasiBounds::parse(c.remove + "=0", spec).groups[0];
  }

  // Groupings that bound no more than others are left out, unless `all`. The paper's algorithm is run for one
  // group of all methods.
  void expect_agreement(const History& h, bool all) {
    find_distances(h);
    ++histories_;
    Factors f;
    for (f[0] = 0; f[0] <= kUnbounded; ++f[0]) {
      for (f[1] = 0; f[1] <= kUnbounded; ++f[1]) {
        for (f[2] = 0; f[2] <= kUnbounded; ++f[2]) {
          if (f == Factors{kUnbounded, kUnbounded, kUnbounded} || (!all && is_another(h, f))) continue;
          ASSERT_NO_FATAL_FAILURE(expect_agreement(h, f));
        }
      }
    }
  }

  std::string summary() const { return fmt::format("{} histories, {} checks", histories_, checks_); }

 private:
  using Factors = std::array<std::uint32_t, 3>;
  static constexpr std::uint32_t kUnbounded = 4;

  // From the definition, once for all groupings.
  void find_distances(const History& h) {
    distances_.clear();
    oracle_accepts_some(h, spec_, [&](const QuasiWitness& orders) {
      Factors distances;
      for (std::size_t d = 0; d < 3; ++d) distances[d] = furthest_displacement(orders, h, groups_[d]);
      distances_.insert(distances);
      return false;
    });
  }

  // Whether some factor is so large that the group bounds nothing.
  bool is_another(const History& h, const Factors& f) const {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto in_group = [&](const Operation& op) { return groups_[d].has(op.method); };
      if (f[d] < kUnbounded && f[d] + 1 >= std::ranges::count_if(h.operations, in_group)) return true;
    }
    return false;
  }

  void expect_agreement(const History& h, const Factors& f) {
    QuasiBounds bounds;
    for (std::size_t d = 0; d < 3; ++d) {
      if (f[d] == kUnbounded) continue;
      bounds.groups.push_back(groups_[d]);
      bounds.groups.back().factor = f[d];
    }
    const bool expected = std::ranges::any_of(distances_, [&](const Factors& distances) {
      for (std::size_t d = 0; d < 3; ++d) {
        if (f[d] < kUnbounded && distances[d] > f[d]) return false;
      }
      return true;
    });
    ++checks_;
    ASSERT_EQ(fast_with_witness(h, spec_, bounds), expected)
        << fmt::format("factors {} {} {}\n", f[0], f[1], f[2]) << to_json_lines(h, spec_);
    if (bounds.groups.size() > 1 || f[0] == kUnbounded) return;
    ASSERT_EQ(passed(check_quasi_as_in_paper(h, spec_, f[0], Budget()).verdict), expected)
        << "factor " << f[0] << "\n"
        << to_json_lines(h, spec_);
  }

  const Spec& spec_;
  std::array<QuasiGroup, 3> groups_;
  std::set<Factors> distances_;  // of all pairs of orders
  std::size_t histories_ = 0, checks_ = 0;
};

class QuasiOf : public ::testing::TestWithParam<Container> {};

// Every fifth one is a partial order.
History random_history_of_either_kind(Random& rng, const Spec& spec, const Shape& shape, std::size_t n) {
  return n % 5 == 0 ? random_partial_order_history(rng, spec, shape) : random_history(rng, spec, shape);
}

TEST_P(QuasiOf, AgreesOnAllHistoriesOfUpToThreeOperationsWithEveryGrouping) {
  const Spec spec = make_spec(GetParam().spec);
  EveryGrouping every(spec, GetParam());
  for (const std::size_t length : {1, 2, 3})
    for_each_small_history(spec, small_alphabet(GetParam()), length, length,
                           [&](const History& h) { every.expect_agreement(h, length < 3); });
}

TEST_P(QuasiOf, AgreesOnAllHistoriesOfFourOperationsWithEveryGrouping) {
  const Spec spec = make_spec(GetParam().spec);
  EveryGrouping every(spec, GetParam());
  for_each_small_history(spec, small_alphabet(GetParam()), 4, 4,
                         [&](const History& h) { every.expect_agreement(h, false); });
}

TEST_P(QuasiOf, AgreesOnAllHistoriesOfFiveOperationsWithEveryGrouping) {
  if (test_scale() == 1) GTEST_SKIP() << "part of scripts/test-long";
  const Spec spec = make_spec(GetParam().spec);
  EveryGrouping every(spec, GetParam());
  for_each_small_history(spec, small_alphabet(GetParam()), 5, 5,
                         [&](const History& h) { every.expect_agreement(h, false); });
  std::cout << every.summary() << "\n";
}

// Three different elements, each of which is added once.
TEST_P(QuasiOf, AgreesOnAllHistoriesOfThreeElementsWithEveryGrouping) {
  if (test_scale() == 1) GTEST_SKIP() << "part of scripts/test-long";
  const Spec spec = make_spec(GetParam().spec);
  EveryGrouping every(spec, GetParam());
  Alphabet alphabet = small_alphabet(GetParam());
  alphabet.entries.push_back({GetParam().add, {3}, {Value()}});
  alphabet.entries[2].results.emplace_back(3);
  for_each_small_history(spec, alphabet, 5, 5, [&](const History& h) {
    std::array<std::size_t, 4> added = {};
    for (const Operation& op : h.operations) {
      if (op.argument_count == 1) ++added[static_cast<std::size_t>(op.argument.as_int64())];
    }
    if (added == std::array<std::size_t, 4>{0, 1, 1, 1}) every.expect_agreement(h, false);
  });
  std::cout << every.summary() << "\n";
}

TEST_P(QuasiOf, AgreesWithTheDefinitionOnRandomHistories) {
  const Spec spec = make_spec(GetParam().spec);
  const auto all = groupings(GetParam(), 3);
  Random rng(5);
  for (std::size_t n = 0; n < cases(3000); ++n) {
    Shape shape = random_shape(rng, 7);
    shape.corrupted = 0.9;
    const History h = random_history_of_either_kind(rng, spec, shape, n);
    expect_agreement(h, spec, all[rng() % all.size()]);
  }
}

// With values that are added once the search looks ahead (foresight.hpp).
TEST_P(QuasiOf, AgreesWithTheDefinitionForOneFactorWhereItLooksAhead) {
  const Spec spec = make_spec(GetParam().spec);
  Random rng(11);
  for (std::size_t n = 0; n < cases(2000); ++n) {
    Shape shape = random_shape(rng, 7);
    shape.corrupted = 0.9;
    shape.unique = true;
    const History h = random_history_of_either_kind(rng, spec, shape, n);
    expect_agreement(h, spec, std::to_string(n % 4));
  }
}

TEST_P(QuasiOf, HasWitnessesOfLongRelaxedHistories) {
  const auto& [name, add, remove] = GetParam();
  const Spec spec = make_spec(name);
  for (std::size_t seed = 1; seed <= cases(4); ++seed) {
    const bench::RelaxedShape shape{.operations = 500,
                                    .threads = 1 + seed % 8,
                                    .factor = static_cast<std::uint32_t>(1 + seed % 4),
                                    .moved = 0.5};
    const History h = bench::relaxed_history(spec, add, remove, shape, seed);
    const QuasiBounds bounds = QuasiBounds::uniform(spec, shape.factor);
    ASSERT_TRUE(fast_with_witness(h, spec, bounds)) << seed;
    ASSERT_TRUE(fast(h, spec, bounds)) << seed;
  }
}

TEST_P(QuasiOf, FactorZeroOfAllMethodsIsLinearizability) {
  const Spec spec = make_spec(GetParam().spec);
  const QuasiBounds zero = QuasiBounds::uniform(spec, 0);
  for_each_small_history(spec, small_alphabet(GetParam()), 4, 3, [&](const History& h) {
    ASSERT_EQ(fast(h, spec, zero), oracle_linearizable(h, spec)) << to_json_lines(h, spec);
  });
  Random rng(6);
  for (std::size_t n = 0; n < cases(2000); ++n) {
    const Shape shape = random_shape(rng, 9);
    const History h = random_history_of_either_kind(rng, spec, shape, n);
    ASSERT_EQ(fast(h, spec, zero), oracle_linearizable(h, spec)) << to_json_lines(h, spec);
  }
}

TEST_P(QuasiOf, LargerFactorsAcceptWhatSmallerOnesAccept) {
  const Spec spec = make_spec(GetParam().spec);
  Random rng(7);
  for (std::size_t n = 0; n < cases(300); ++n) {
    Shape shape = random_shape(rng, 14);
    shape.corrupted = 1;
    const History h = random_history(rng, spec, shape);
    bool accepted = false;
    for (std::uint32_t k = 0; k <= 4; ++k) {
      const bool accepts = fast(h, spec, QuasiBounds::uniform(spec, k));
      ASSERT_TRUE(accepts || !accepted) << k << "\n" << to_json_lines(h, spec);
      accepted = accepts;
    }
  }
}

// Stacks of one set, written out; the top is last.
using Stacks = std::set<std::vector<StackSets::Element>>;

// Those whose elements can leave one after the other from this time on, each at its last time or before.
Stacks in_time(const Stacks& stacks, const std::vector<StackSets::Time>& last, StackSets::Time time) {
  Stacks kept;
  for (const auto& stack : stacks) {
    bool late = false;
    for (std::size_t k = 0; k < stack.size(); ++k)
      late = late || last[stack[k]] < time + static_cast<StackSets::Time>(stack.size() - 1 - k);
    if (!late) kept.insert(stack);
  }
  return kept;
}

Stacks written_out(const StackSets& sets, StackSets::Id set, const Stacks& candidates) {
  Stacks out;
  for (const auto& stack : candidates) {
    if (sets.contains(set, stack)) out.insert(stack);
  }
  return out;
}

// Equal sets have equal names, however they came about.
TEST(StackSets, AreWhatTheyWouldBeWrittenOut) {
  Random rng(12);
  const std::vector<StackSets::Time> last = {3, 5, 4, 9, StackSets::kNever};
  for (std::size_t n = 0; n < cases(200); ++n) {
    StackSets sets;
    std::vector<std::pair<StackSets::Id, Stacks>> known = {{StackSets::kNoStack, {}},
                                                           {StackSets::kEmptyStack, {{}}}};
    for (std::size_t step = 0; step < 40; ++step) {
      auto [id, stacks] = known[below(rng, known.size())];
      const auto [other_id, others] = known[below(rng, known.size())];
      const auto element = static_cast<StackSets::Element>(below(rng, last.size()));
      Stacks result;
      switch (below(rng, 6)) {
        case 0:
        case 1:
          for (auto stack : stacks) stack.push_back(element), result.insert(stack);
          id = sets.push(id, element, last[element]);
          break;
        case 2:
          std::ranges::set_union(stacks, others, std::inserter(result, result.end()));
          id = sets.unite(id, other_id);
          break;
        case 3:
          for (auto stack : stacks) {
            if (!stack.empty() && stack.back() == element) stack.pop_back(), result.insert(stack);
          }
          id = sets.pop(id, element);
          break;
        case 4:
          for (auto stack : stacks) {
            if (!stack.empty()) stack.pop_back();
            result.insert(stack);
          }
          id = sets.pop_any(id);
          break;
        case 5: {
          const auto time = static_cast<StackSets::Time>(below(rng, 6));
          result = in_time(stacks, last, time);
          id = sets.in_time(id, time);
          break;
        }
      }
      ASSERT_EQ(written_out(sets, id, result), result);
      ASSERT_TRUE(result.empty() || result.contains(sets.some_stack(id)));
      for (const auto& [name, written] : known) ASSERT_EQ(name == id, written == result);
      if (std::ranges::find(known, id, &std::pair<StackSets::Id, Stacks>::first) == known.end())
        known.emplace_back(id, result);
    }
    std::vector<StackSets::Id> kept;
    for (const auto& [name, written] : known) kept.push_back(name);
    sets.forget_all_but(kept);
    for (std::size_t k = 0; k < known.size(); ++k)
      ASSERT_EQ(written_out(sets, kept[k], known[k].second), known[k].second);
  }
}

INSTANTIATE_TEST_SUITE_P(Containers, QuasiOf, ::testing::ValuesIn(containers()),
                         [](const auto& param) { return param.param.spec; });

}  // namespace
}  // namespace linnet::testing

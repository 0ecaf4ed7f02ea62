// Tests the paper's algorithm against the definition, and the examples of the paper's figures with every algorithm.
#include "check/quasi/paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "check/quasi/quasi.hpp"
#include "definitions/quasi_oracle.hpp"
#include "quasi_cases.hpp"

namespace linnet::testing {
namespace {

const Container& queue() {
  return containers()[0];
}

std::vector<std::vector<OperationIndex>> quasi_permutations(std::size_t length, std::uint32_t factor) {
  std::vector<OperationIndex> sequence(length);
  std::iota(sequence.begin(), sequence.end(), 0);
  std::vector<std::vector<OperationIndex>> all;
  for_each_quasi_permutation(sequence, factor, [&](std::span<const OperationIndex> p) {
    all.emplace_back(p.begin(), p.end());
    return true;
  });
  return all;
}

// All three must give the same verdict, which is returned.
bool verdict_of_all(const History& h, const Spec& spec, std::uint32_t factor) {
  const QuasiBounds bounds = QuasiBounds::uniform(spec, factor);
  const bool expected = oracle_quasi_linearizable(h, spec, bounds);
  const PaperResult paper = check_quasi_as_in_paper(h, spec, factor, Budget());
  EXPECT_EQ(passed(paper.verdict), expected) << "factor " << factor << "\n" << to_json_lines(h, spec);
  if (passed(paper.verdict)) {
    EXPECT_EQ(verify_quasi_witness(h, spec, bounds, ObjectId(), paper.witness), std::nullopt);
  }
  EXPECT_EQ(passed(check_quasi(h, spec, bounds, {}, Budget()).verdict), expected);
  return expected;
}

// Sequences that were tried for other histories are not tried again, and this changes no answer.
TEST(QuasiPaper, RemembersTheSequencesOfEarlierHistories) {
  const Spec spec = make_spec(queue().spec);
  Random rng(8);
  PaperMemory memory;
  std::uint64_t with = 0, without = 0;
  for (std::size_t n = 0; n < cases(300); ++n) {
    Shape shape = random_shape(rng, 5);
    shape.corrupted = 0.9;
    const History h = random_history(rng, spec, shape);
    const PaperResult plain = check_quasi_as_in_paper(h, spec, 1, Budget());
    const PaperResult remembering = check_quasi_as_in_paper(h, spec, 1, Budget(), &memory);
    ASSERT_EQ(passed(plain.verdict), passed(remembering.verdict)) << to_json_lines(h, spec);
    ASSERT_LE(remembering.permutations, plain.permutations);
    if (passed(remembering.verdict)) {
      EXPECT_EQ(verify_quasi_witness(h, spec, QuasiBounds::uniform(spec, 1), ObjectId(), remembering.witness),
                std::nullopt);
    }
    with += remembering.permutations, without += plain.permutations;
    ASSERT_EQ(check_quasi_as_in_paper(h, spec, 1, Budget(), &memory).permutations, 0u)
        << "all of it is known now";
  }
  EXPECT_LT(with, without);
}

// Figure 7, and section V-A's table: of the five other permutations of three deq, two are 1-quasi
// permutations.
TEST(QuasiPaper, Figure7) {
  EXPECT_EQ(quasi_permutations(3, 1),
            (std::vector<std::vector<OperationIndex>>{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}}));
}

TEST(QuasiPaper, PermutationsAreExactlyThoseWithinTheFactor) {
  for (std::size_t length = 0; length <= 6; ++length) {
    for (std::uint32_t factor = 0; factor <= 6; ++factor) {
      auto made = quasi_permutations(length, factor);
      std::ranges::sort(made);
      std::vector<std::vector<OperationIndex>> expected;
      std::vector<OperationIndex> p(length);
      std::iota(p.begin(), p.end(), 0);
      do {
        bool near = true;
        for (std::size_t i = 0; i < length; ++i)
          near = near && std::max<std::size_t>(p[i], i) - std::min<std::size_t>(p[i], i) <= factor;
        if (near) expected.push_back(p);
      } while (std::ranges::next_permutation(p).found);
      ASSERT_EQ(made, expected) << length << " " << factor;
    }
  }
}

// Figures 1 and 2: enq(3) overlaps enq(4) and deq. The three sequences of deq values of an atomic queue pass
// with factor 0; 3, 2, 1, 4 is the paper's violation.
TEST(QuasiPaper, Figures1And2) {
  const Spec spec = make_spec("queue");
  const auto run = [&](std::initializer_list<int> values) {
    auto v = values.begin();
    return by_hand(spec, {{"enq", {1}, Value(), 0, 1},
                          {"enq", {2}, Value(), 2, 3},
                          {"enq", {3}, Value(), 4, 9},
                          {"enq", {4}, Value(), 5, 6},
                          {"deq", {}, Value(v[0]), 7, 8},
                          {"deq", {}, Value(v[1]), 10, 11},
                          {"deq", {}, Value(v[2]), 12, 13},
                          {"deq", {}, Value(v[3]), 14, 15}});
  };
  const auto fast = [&](const History& h, std::uint32_t factor) {
    return passed(check_quasi(h, spec, QuasiBounds::uniform(spec, factor), {}, Budget()).verdict);
  };
  EXPECT_TRUE(fast(run({1, 2, 3, 4}), 0));
  EXPECT_TRUE(fast(run({1, 2, 4, 3}), 0));
  EXPECT_FALSE(fast(run({3, 2, 1, 4}), 0));
  EXPECT_TRUE(fast(run({2, 1, 3, 4}), 1));
}

// Figures 3 and 4: a queue of 1 2 3 4 in segments of two may give 1 2 or 2 1, then 3 4 or 4 3; without the
// window, 2 3 4 1 leaves the first behind.
TEST(QuasiPaper, Figures3And4) {
  const Spec spec = make_spec("queue");
  const auto run = [&](std::initializer_list<int> out) {
    return one_by_one(spec, queue(), {1, 2, 3, 4}, out);
  };
  const auto fast = [&](const History& h, const char* factors) {
    return passed(check_quasi(h, spec, QuasiBounds::parse(factors, spec), {}, Budget()).verdict);
  };
  EXPECT_TRUE(fast(run({1, 2, 3, 4}), "0"));
  for (const auto& h : {run({2, 1, 3, 4}), run({1, 2, 4, 3}), run({2, 1, 4, 3})}) {
    EXPECT_FALSE(fast(h, "0"));
    EXPECT_TRUE(fast(h, "1"));
    EXPECT_TRUE(fast(h, "enq=0,deq=1"));
  }
  EXPECT_FALSE(fast(run({2, 3, 4, 1}), "enq=0,deq=1"));
  EXPECT_FALSE(fast(run({2, 3, 4, 1}), "enq=0,deq=2"));
  EXPECT_TRUE(fast(run({2, 3, 4, 1}), "enq=0,deq=3"));
}

// Figure 6: of calls that overlap, all orders are sequentializations, also where three overlap.
TEST(QuasiPaper, Figure6SequentializesAnyMinimalCall) {
  const Spec spec = make_spec("queue");
  const History three =
      by_hand(spec, {{"enq", {1}, Value(), 0, 3}, {"enq", {2}, Value(), 1, 4}, {"deq", {}, 9, 2, 5}});
  const PaperResult result = check_quasi_as_in_paper(three, spec, 0, Budget());
  EXPECT_TRUE(violated(result.verdict));
  EXPECT_EQ(result.sequentializations, 6u);
  EXPECT_EQ(result.permutations, 6u);
}

TEST(QuasiPaper, AgreesWithTheDefinitionForOneGroup) {
  for (const Container& c : containers()) {
    const Spec spec = make_spec(c.spec);
    std::uint32_t turn = 0;
    for (const std::size_t length : {2, 3})
      for_each_small_history(spec, small_alphabet(c), length, 3,
                             [&](const History& h) { verdict_of_all(h, spec, turn++ % 4); });
    Random rng(8);
    for (std::size_t n = 0; n < cases(500); ++n) {
      Shape shape = random_shape(rng, 6);
      shape.corrupted = 0.9;
      verdict_of_all(random_history(rng, spec, shape), spec, static_cast<std::uint32_t>(n % 4));
      ASSERT_FALSE(HasFailure());
    }
  }
}

// Straight from the definition: all permutations of all sequentializations that leave the places of each
// group to it, and move no operation of it further than its factor.
bool is_legal_in_places(const History& h, const Spec& spec, const QuasiBounds& bounds,
                        const std::vector<OperationIndex>& sequence) {
  const auto group_of = [&](OperationIndex i) {
    return std::ranges::find_if(bounds.groups,
                                [&](const QuasiGroup& g) { return g.has(h.operations[i].method); });
  };
  std::vector<OperationIndex> permuted = sequence;
  std::ranges::sort(permuted);
  do {
    bool counts = true;
    for (std::size_t i = 0; i < sequence.size(); ++i)
      counts &= group_of(sequence[i]) == group_of(permuted[i]);
    for (const QuasiGroup& group : bounds.groups) {
      const auto of_group = [&](const std::vector<OperationIndex>& order) {
        std::vector<OperationIndex> part;
        for (const OperationIndex i : order) {
          if (group.has(h.operations[i].method)) part.push_back(i);
        }
        return part;
      };
      const auto before = of_group(sequence), after = of_group(permuted);
      for (std::size_t i = 0; i < before.size(); ++i) {
        const auto at = static_cast<std::size_t>(std::ranges::find(after, before[i]) - after.begin());
        counts &= std::max(i, at) - std::min(i, at) <= group.factor;
      }
    }
    if (!counts) continue;
    const auto space = spec.open();
    std::vector<StateId> states = {StateSpace::initial()};
    for (const OperationIndex i : permuted) states = states_after(*space, states, h.operations[i]);
    if (!states.empty()) return true;
  } while (std::ranges::next_permutation(permuted).found);
  return false;
}

TEST(QuasiPaper, PermutesEachGroupInItsPlaces) {
  std::uint64_t passes = 0, violations = 0, stricter = 0;
  for (const Container& c : containers()) {
    const Spec spec = make_spec(c.spec);
    Random rng(11);
    for (std::size_t n = 0; n < cases(300); ++n) {
      Shape shape = random_shape(rng, 5);
      shape.corrupted = 0.9;
      shape.pending = 0;
      const History h = random_history(rng, spec, shape);
      const std::string factors =
          c.add + "=" + std::to_string(n % 2) + "," + c.remove + "=" + std::to_string(n % 3);
      const QuasiBounds bounds = QuasiBounds::parse(factors, spec);
      if (!bounds.unbounded_methods(spec).empty() &&
          !std::ranges::all_of(h.operations, [&](const Operation& op) {
            return std::ranges::any_of(bounds.groups, [&](const QuasiGroup& g) { return g.has(op.method); });
          }))
        continue;
      std::vector<OperationIndex> order(h.size());
      std::iota(order.begin(), order.end(), 0);
      bool expected = false;
      std::uint64_t sequentializations = 0;
      do {
        bool extends = true;
        for (std::size_t i = 0; i < order.size(); ++i)
          for (std::size_t j = i + 1; j < order.size(); ++j) extends &= !h.precedes(order[j], order[i]);
        sequentializations += extends;
        expected = expected || (extends && is_legal_in_places(h, spec, bounds, order));
      } while (std::ranges::next_permutation(order).found);
      const PaperResult first = check_quasi_as_in_paper(h, spec, bounds, Budget());
      const PaperResult all = check_quasi_as_in_paper(h, spec, bounds, Budget(), {.exhaustive = true});
      ASSERT_EQ(passed(first.verdict), expected) << factors << "\n" << to_json_lines(h, spec);
      ASSERT_EQ(passed(all.verdict), expected) << factors << "\n" << to_json_lines(h, spec);
      ASSERT_EQ(all.sequentializations, sequentializations);
      ASSERT_GE(all.permutations, first.permutations);
      const bool by_definition = passed(check_quasi(h, spec, bounds, {}, Budget()).verdict);
      ASSERT_TRUE(by_definition || !expected) << "it is less than Definition 4 allows\n"
                                              << to_json_lines(h, spec);
      ++(expected ? passes : violations);
      stricter += by_definition && !expected;
    }
  }
  EXPECT_GT(passes, 0u);
  EXPECT_GT(violations, 0u);
  EXPECT_GT(stricter, 0u);
}

// Tables III and V: for each sequentialization, the paper counts twice as many permutations as there are of
// the removals within K. Four removals have 14 within 2 (1708 = 2 * 61 * 14), and six have 73.
TEST(QuasiPaper, CountsThePermutationsOfTheRemovals) {
  const Spec spec = make_spec("queue");
  const auto permutations = [&](std::initializer_list<int> values, const char* factors) {
    return check_quasi_as_in_paper(one_by_one(spec, queue(), values, values), spec,
                                   QuasiBounds::parse(factors, spec), Budget(), {.exhaustive = true})
        .permutations;
  };
  EXPECT_EQ(permutations({1, 2, 3, 4}, "enq=0,deq=2"), 14u);
  EXPECT_EQ(permutations({1, 2, 3, 4, 5, 6}, "enq=0,deq=2"), 73u);
  EXPECT_EQ(permutations({1, 2, 3, 4}, "enq=0,deq=3"), 24u);
}

// Too long for the definition.
TEST(QuasiPaper, AgreesWithTheSearchOnLongerHistories) {
  Random rng(10);
  for (const Container& c : containers()) {
    const Spec spec = make_spec(c.spec);
    for (std::size_t n = 0; n < cases(100); ++n) {
      Shape shape = random_shape(rng, 8);
      shape.threads = std::min<std::size_t>(shape.threads, 3);
      shape.corrupted = 0.9;
      const History h = random_history(rng, spec, shape);
      const auto factor = static_cast<std::uint32_t>(n % 4);
      const bool fast =
          passed(check_quasi(h, spec, QuasiBounds::uniform(spec, factor), {}, Budget()).verdict);
      ASSERT_EQ(passed(check_quasi_as_in_paper(h, spec, factor, Budget()).verdict), fast)
          << "factor " << factor << "\n"
          << to_json_lines(h, spec);
    }
  }
}

TEST(Relaxation, FindsTheSmallestFactorAndTheDistances) {
  const Spec spec = make_spec("queue");
  const auto measure = [&](std::initializer_list<int> out) {
    return measure_relaxation(one_by_one(spec, queue(), {1, 2, 3, 4}, out), spec, Budget());
  };
  EXPECT_EQ(measure({1, 2, 3, 4}).smallest_factor, 0u);
  const RelaxationMeasure one = measure({1, 2, 4, 3});
  EXPECT_EQ(one.smallest_factor, 1u);
  std::size_t total = 0, moved = 0;
  for (const auto& [method, distribution] : one.displacement) {
    for (const auto& [distance, times] : distribution) total += times, moved += distance != 0 ? times : 0;
  }
  EXPECT_EQ(total, 8u);
  EXPECT_EQ(moved, 2u);
  const RelaxationMeasure never = measure({1, 2, 3, 9});
  EXPECT_TRUE(never.none);
  EXPECT_EQ(never.smallest_factor, std::nullopt);
}

TEST(Relaxation, TheSmallestFactorPassesAndTheOneBelowDoesNot) {
  Random rng(9);
  for (const Container& c : containers()) {
    const Spec spec = make_spec(c.spec);
    for (std::size_t n = 0; n < cases(100); ++n) {
      Shape shape = random_shape(rng, 6);
      shape.corrupted = 1;
      const History h = random_history(rng, spec, shape);
      const RelaxationMeasure measure = measure_relaxation(h, spec, Budget());
      std::optional<std::uint32_t> expected;
      for (std::uint32_t k = 0; k <= h.size() && !expected; ++k) {
        if (oracle_quasi_linearizable(h, spec, QuasiBounds::uniform(spec, k))) expected = k;
      }
      ASSERT_EQ(measure.smallest_factor, expected) << to_json_lines(h, spec);
      ASSERT_EQ(measure.none, !expected.has_value());
    }
  }
}

}  // namespace
}  // namespace linnet::testing

// The fast search for quasi-linearizability against the definition, against linearizability, and by hand.
#include "check/quasi.hpp"

#include <gtest/gtest.h>

#include "check/oracle.hpp"
#include "check/quasi_oracle.hpp"
#include "check/quasi_verifier.hpp"
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

class QuasiOf : public ::testing::TestWithParam<Container> {};

TEST_P(QuasiOf, AgreesWithTheDefinitionOnAllHistoriesOfThreeOperations) {
  const Spec spec = make_spec(GetParam().spec);
  const auto all = groupings(GetParam(), 3);
  for_each_small_history(spec, small_alphabet(GetParam()), 3, 3, [&](const History& h) {
    for (const std::string& factors : all) expect_agreement(h, spec, factors);
  });
}

// Of the longer ones every history, each with some of the groupings in turn.
TEST_P(QuasiOf, AgreesWithTheDefinitionOnAllHistoriesOfFourOperations) {
  const Spec spec = make_spec(GetParam().spec);
  const auto all = groupings(GetParam(), 3);
  std::size_t turn = 0;
  for_each_small_history(spec, small_alphabet(GetParam()), 4, 3, [&](const History& h) {
    for (std::size_t n = 0; n < cases(2); ++n) {
      expect_agreement(h, spec, all[turn++ % all.size()]);
    }
  });
}

// Hours of them with all groupings: only where the tests are scaled up, with as many groupings as the scale says.
TEST_P(QuasiOf, AgreesWithTheDefinitionOnAllHistoriesOfFiveOperations) {
  if (test_scale() == 1) GTEST_SKIP() << "part of scripts/test-long";
  const Spec spec = make_spec(GetParam().spec);
  const auto all = groupings(GetParam(), 3);
  std::size_t turn = 0;
  for_each_small_history(spec, small_alphabet(GetParam()), 5, 3, [&](const History& h) {
    for (std::size_t n = 0; n < 1 + test_scale() / 50; ++n)
      expect_agreement(h, spec, all[turn++ % all.size()]);
  });
}

TEST_P(QuasiOf, AgreesWithTheDefinitionOnRandomHistories) {
  const Spec spec = make_spec(GetParam().spec);
  const auto all = groupings(GetParam(), 3);
  Random rng(5);
  for (std::size_t n = 0; n < cases(3000); ++n) {
    Shape shape = random_shape(rng, 7);
    shape.corrupted = 0.9;
    const History h =
        n % 5 == 0 ? random_partial_order_history(rng, spec, shape) : random_history(rng, spec, shape);
    expect_agreement(h, spec, all[rng() % all.size()]);
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
    const History h =
        n % 5 == 0 ? random_partial_order_history(rng, spec, shape) : random_history(rng, spec, shape);
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

INSTANTIATE_TEST_SUITE_P(Containers, QuasiOf, ::testing::ValuesIn(containers()),
                         [](const auto& param) { return param.param.spec; });

}  // namespace
}  // namespace linnet::testing

// Every algorithm of the table agrees with the oracle: on all small histories, and on random ones.
#include <gtest/gtest.h>

#include "monitor_agreement.hpp"
#include "definitions/oracle.hpp"
#include "histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

class EverySpec : public ::testing::TestWithParam<std::string> {
 protected:
  void compare(const History& history) {
    const bool expected = oracle_linearizable(history, spec_);
    for (const Algorithm* const algorithm : all_algorithms()) {
      const std::string wrong = disagreement(*algorithm, history, spec_, expected);
      ASSERT_EQ(wrong, "");
    }
  }

  const Spec spec_ = make_spec(GetParam());
};

TEST_P(EverySpec, AllSmallHistories) {
  for (std::size_t operations = 0; operations <= 4; ++operations) {
    for_each_small_history(spec_, operations, 3, [&](const History& history) {
      if (!HasFatalFailure()) compare(history);
    });
  }
}

TEST_P(EverySpec, RandomHistories) {
  Random rng(10);
  for (std::size_t n = 0; n < cases(3000) && !HasFatalFailure(); ++n) {
    compare(random_history(rng, spec_, random_shape(rng, 9)));
  }
}

TEST_P(EverySpec, RandomPartialOrders) {
  Random rng(11);
  for (std::size_t n = 0; n < cases(1000) && !HasFatalFailure(); ++n) {
    compare(random_partial_order_history(rng, spec_, random_shape(rng, 7)));
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EverySpec, ::testing::ValuesIn(spec_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace linnet::testing

// Tests histories with multi-word writes against the oracle and the search, and counts how many need no search.
#include <gtest/gtest.h>

#include "check/linearizability/search.hpp"
#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"
#include "monitor_agreement.hpp"
#include "mwcas_histories.hpp"
#include "sanitizers.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

class MultiwordWrites : public ::testing::Test {
 protected:
  // Returns whether it was decided without a search; the verdict must be the expected one.
  bool decide(const History& history, bool expected) {
    EXPECT_EQ(testing::disagreement(kMwcasWrites, history, spec_, expected), "");
    std::size_t explored = 0;
    kMwcasWrites.decide({history, spec_, Budget(), false, false, &explored});
    return explored == 0;
  }
  bool can(const History& history) { return !kMwcasWrites.obstacle({history, spec_, Budget()}); }

  const Spec spec_ = make_spec("mwcas");
};

TEST_F(MultiwordWrites, AgreeWithTheOracleOnRandomHistories) {
  Random rng(180);
  std::size_t decided = 0, violations = 0, searched = 0;
  for (std::size_t n = 0; n < cases(20'000); ++n) {
    MwcasShape shape;
    shape.operations = 1 + rng() % 7;
    shape.threads = 1 + rng() % 4;
    shape.locations = 1 + rng() % 3;
    shape.pending = n % 3 == 0 ? 0.2 : 0;
    shape.writes = n % 2 == 0 ? 0.3 : 0.7;
    shape.corrupted = 0.6;
    const History history = random_mwcas_history(rng, spec_, shape);
    if (!can(history)) continue;
    const bool expected = oracle_linearizable(history, spec_);
    searched += decide(history, expected) ? 0 : 1;
    ++decided;
    violations += expected ? 0 : 1;
  }
  EXPECT_GT(decided, cases(10'000));
  EXPECT_GT(violations, cases(1'000));
  EXPECT_LT(searched, cases(20'000) / (kUnderSanitizers ? 500 : 1000));
}

TEST_F(MultiwordWrites, AgreeWithTheOracleOnAllSmallHistories) {
  for (std::size_t operations = 1; operations <= 4; ++operations) {
    for_each_small_history(spec_, operations, operations == 4 ? 2 : 3, [&](const History& history) {
      if (can(history)) decide(history, oracle_linearizable(history, spec_));
    });
  }
}

TEST_F(MultiwordWrites, AgreeWithTheSearchOnLongerHistories) {
  Random rng(181);
  std::size_t searched = 0;
  for (std::size_t n = 0; n < cases(300); ++n) {
    MwcasShape shape;
    shape.operations = 60;
    shape.threads = 4;
    shape.writes = 0.4;
    const History history = random_mwcas_history(rng, spec_, shape);
    if (!can(history)) continue;
    searched += decide(history, passed(kSearch.decide({history, spec_, Budget()}))) ? 0 : 1;
  }
  EXPECT_LT(searched, cases(300) / 10);
}

TEST_F(MultiwordWrites, LongRecordingsNeedNoSearch) {
  Random rng(182);
  MwcasShape shape;
  shape.operations = 20'000;
  shape.threads = 8;
  shape.locations = 20;
  shape.writes = 0.3;
  shape.corrupted = 0;
  const History history = random_mwcas_history(rng, spec_, shape);
  ASSERT_TRUE(can(history));
  std::size_t explored = 0;
  const Verdict verdict = kMwcasWrites.decide({history, spec_, Budget(), true, false, &explored});
  ASSERT_TRUE(passed(verdict));
  EXPECT_EQ(explored, 0u);
  EXPECT_EQ(verify_witness(history, spec_, std::get<Pass>(verdict).witness), std::nullopt);
}

}  // namespace
}  // namespace linnet::testing

// Tests the set monitor against the oracle: keys added once, and keys added again and again.
#include <gtest/gtest.h>

#include "check/linearizability/algorithm.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& set() {
  static const Spec spec = make_spec("set");
  return spec;
}

bool passes(const EventScript& script) {
  return passes(kSetMonitor, set(), script);
}

TEST(SetMonitor, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 4; ++n) {
    const Tally tally = expect_agreement_on_small_histories(kSetMonitor, set(), n, 3);
    EXPECT_GE(tally.violated, n == 4 ? 1000u : 0u);
  }
}

TEST(SetMonitor, AgreesWithTheOracleOnRandomHistories) {
  for (const bool unique : {false, true}) {
    const Tally tally = expect_agreement_on_random_histories(kSetMonitor, set(), 20'000, 9, unique);
    EXPECT_GT(tally.passed, cases(5000));
    EXPECT_GT(tally.violated, cases(unique ? 100 : 1000));
  }
}

TEST(SetMonitor, AKeyMayComeAndGo) {
  EXPECT_TRUE(passes(EventScript().run("add", {1}, true).run("remove", {1}, true).run("add", {1}, true)));
  EXPECT_FALSE(passes(EventScript().run("add", {1}, true).run("add", {1}, true)));
  EXPECT_TRUE(passes(EventScript().run("add", {1}, true).call(0, "remove", {1}).run("add", {1}, true)));
}

TEST(SetMonitor, WhatFailsOnlyLooks) {
  EXPECT_TRUE(passes(EventScript().run("remove", {1}, false).run("add", {1}, true).run("add", {1}, false)));
  EXPECT_FALSE(passes(EventScript().run("add", {1}, false)));
  EXPECT_FALSE(passes(EventScript().run("add", {1}, true).run("contains", {1}, false)));
}

}  // namespace
}  // namespace linnet::testing

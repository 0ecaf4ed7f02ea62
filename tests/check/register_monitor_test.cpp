// Tests the register monitor and the zone algorithm against the oracle.
#include <gtest/gtest.h>

#include "check/linearizability/algorithm.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& reg() {
  static const Spec spec = make_spec("register");
  return spec;
}

bool passes(const EventScript& script) {
  return passes(kRegisterMonitor, reg(), script);
}

TEST(RegisterMonitor, AgreesWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 4; ++n) {
    const Tally tally = expect_agreement_on_small_histories(kRegisterMonitor, reg(), n, 3);
    EXPECT_GE(tally.violated, n == 4 ? 1000u : 0u);
  }
}

TEST(RegisterMonitor, AgreesWithTheOracleOnRandomHistories) {
  const Tally tally = expect_agreement_on_random_histories(kRegisterMonitor, reg(), 40'000, 9, true);
  EXPECT_GT(tally.passed, cases(5000));
  EXPECT_GT(tally.violated, cases(1000));
}

TEST(Zones, AgreeWithTheOracleOnAllSmallHistories) {
  for (std::size_t n = 0; n <= 4; ++n) expect_agreement_on_small_histories(kZones, reg(), n, 3);
}

TEST(Zones, AgreeWithTheOracleOnRandomHistories) {
  const Tally tally = expect_agreement_on_random_histories(kZones, reg(), 200'000, 7, true);
  EXPECT_GT(tally.passed, cases(5000));
  EXPECT_GT(tally.violated, cases(200));
}

TEST(RegisterMonitor, AgreesWithTheOracleFromAnotherInitialValue) {
  const Spec spec = make_spec("register", {.initial = Value("x")});
  const Tally tally = expect_agreement_on_random_histories(kRegisterMonitor, spec, 5'000, 8, true);
  EXPECT_GT(tally.passed, 500u);
}

TEST(RegisterMonitor, OldValuesDoNotComeBack) {
  EXPECT_FALSE(passes(EventScript().run("write", {1}).run("read", {}, 0)));
  EXPECT_FALSE(passes(EventScript().call(0, "write", {1}).run("read", {}, 1).run("read", {}, 0).ret(0)));
  EXPECT_TRUE(passes(EventScript().call(0, "write", {1}).run("read", {}, 0).run("read", {}, 1).ret(0)));
}

TEST(RegisterMonitor, SwapsAndCasesFormChains) {
  EXPECT_TRUE(passes(EventScript().run("cas", {0, 1}, true).run("swap", {2}, 1).run("read", {}, 2)));
  EXPECT_FALSE(passes(EventScript().run("cas", {0, 1}, true).run("swap", {2}, 0)));
  EXPECT_TRUE(passes(EventScript().call(0, "cas", {1, 2}).call(1, "write", {1}).run("read", {}, 2)));
  EXPECT_FALSE(passes(EventScript().call(0, "cas", {1, 2}).run("read", {}, 2)));
}

}  // namespace
}  // namespace linnet::testing

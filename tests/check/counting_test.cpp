// Tests the decisions of counting about containers against the oracle, and the cases that it exists for.
#include <gtest/gtest.h>

#include "check/linearizability/linearizable.hpp"
#include "definitions/witness_verifier.hpp"
#include "monitor_agreement.hpp"
#include "sanitizers.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

constexpr const char* kContainers[] = {"queue", "stack", "deque", "pqueue", "bag"};

TEST(Counting, AgreesWithTheOracleOnAllSmallHistories) {
  for (const char* const name : kContainers) {
    const Spec spec = make_spec(name);
    for (std::size_t n = 1; n <= 3; ++n) {
      const Tally tally = expect_agreement_on_small_histories(kCounting, spec, n, 3);
      EXPECT_GT(tally.violated, n == 3 ? (kUnderSanitizers ? 20u : 100u) : 0u) << name << " " << n;
    }
  }
  const Tally bags = expect_agreement_on_small_histories(kCounting, make_spec("bag"), 4, 3);
  EXPECT_GT(bags.passed, kUnderSanitizers ? 200u : 500u);
}

TEST(Counting, AgreesWithTheOracleOnRandomHistories) {
  for (const char* const name : kContainers) {
    for (const bool unique : {false, true}) {
      const Tally tally = expect_agreement_on_random_histories(kCounting, make_spec(name), 20'000, 9, unique);
      EXPECT_GT(tally.violated, cases(300)) << name;
    }
  }
}

// A value that was removed and never added, among many that are repeated and overlap.
TEST(Counting, RefutesAtOnceWhatASearchWouldNotFind) {
  for (const char* const name : kContainers) {
    const Spec spec = make_spec(name);
    Random rng(3);
    const Shape shape{
        .operations = 2000, .threads = 50, .overlap = 1, .pending = 0, .corrupted = 0, .balanced = true};
    History history = random_history(rng, spec, shape);
    const auto removal = std::ranges::find_if(history.operations, [&](const Operation& op) {
      return op.call > 1000 && op.argument_count == 0 && op.completed() && !op.result.is_null();
    });
    ASSERT_NE(removal, history.operations.end());
    removal->result = Value("never added");
    const CheckResult result = check_linearizable(history, spec, {.want_evidence = true}, Budget());
    ASSERT_TRUE(violated(result.verdict)) << name;
    EXPECT_EQ(result.algorithms, std::vector<std::string>{"counting"});
    const Violation& violation = std::get<Violation>(result.verdict);
    EXPECT_EQ(violation.suspects.size(), 1u);
    EXPECT_NE(violation.sentence.find("had not been added"), std::string::npos) << violation.sentence;
  }
}

}  // namespace
}  // namespace linnet::testing

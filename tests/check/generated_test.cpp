// Long generated histories are decided: right ones pass with a witness, and those with one wrong result get a
// verdict.
//
// bench/decided.cpp measures the same at ten thousand operations, and docs/limits.md lists what stays unknown
// there.
#include <gtest/gtest.h>

#include "check/linearizability/linearizable.hpp"
#include "check/quasi/quasi.hpp"
#include "check/weak/weak.hpp"
#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"
#include "histories.hpp"
#include "monitor_agreement.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

struct Recording {
  const char* spec;
  bool unique;
  std::size_t threads;
};

// The cases that the searches decide within a few steps.
std::vector<Recording> decided_cases() {
  std::vector<Recording> all;
  for (const char* const spec :
       {"register", "counter", "semaphore", "queue", "set", "map", "bag", "mutex", "mwcas", "kv"}) {
    for (const std::size_t threads : {2, 16}) all.push_back({spec, false, threads});
  }
  for (const char* const spec : {"queue", "stack", "deque", "bag"}) {
    for (const std::size_t threads : {2, 8, 16}) all.push_back({spec, true, threads});
  }
  all.push_back({"pqueue", true, 2});
  return all;
}

TEST(Generated, LongHistoriesAreDecided) {
  const Budget budget(std::nullopt, std::nullopt, 10'000'000);
  for (const Recording& c : decided_cases()) {
    SCOPED_TRACE(::testing::Message() << c.spec << (c.unique ? " unique " : " repeated ") << c.threads);
    const Spec spec = make_spec(c.spec);
    Random rng(c.threads);
    const Shape shape{.operations = 1500,
                      .threads = c.threads,
                      .overlap = 1,
                      .pending = 0,
                      .unique = c.unique,
                      .values = 10,
                      .corrupted = 0,
                      .balanced = true};
    const History right = random_history(rng, spec, shape);
    ASSERT_GT(right.size(), 1000u);
    const CheckResult passed_one = check_linearizable(right, spec, {.want_witness = true}, budget);
    ASSERT_TRUE(passed(passed_one.verdict));
    EXPECT_EQ(verify_witness(right, spec, std::get<Pass>(passed_one.verdict).witness), std::nullopt);
    const CheckResult other = check_linearizable(with_one_wrong_result(rng, right), spec, {}, budget);
    EXPECT_FALSE(unknown(other.verdict)) << std::get<Unknown>(other.verdict).reason;
  }
}

// Foresight leaves out pushes in the searches; a push that it leaves out is never needed.
TEST(Generated, DequesWithUniqueValuesAgreeWithTheOracle) {
  for (const Algorithm* const algorithm : {&kWingGong, &kSearch}) {
    Random rng(7);
    for (std::size_t i = 0; i < cases(40'000) && !HasFatalFailure(); ++i) {
      Shape shape = random_shape(rng, 10);
      shape.unique = true;
      const Spec spec = make_spec("deque");
      const History history = random_history(rng, spec, shape);
      ASSERT_EQ(disagreement(*algorithm, history, spec, oracle_linearizable(history, spec)), "");
    }
  }
}

TEST(Generated, SearchesEndAtTheirLimitAndSayHowFarTheyCame) {
  const Spec spec = make_spec("stack");
  Random rng(5);
  const Shape shape{.operations = 500,
                    .threads = 16,
                    .overlap = 1,
                    .pending = 0,
                    .values = 5,
                    .corrupted = 0,
                    .balanced = true};
  const History history = with_one_wrong_result(rng, random_history(rng, spec, shape));
  const Budget few(std::nullopt, std::nullopt, 2000);
  for (const std::size_t jobs : {1, 2}) {
    const CheckResult result = check_linearizable(history, spec, {.jobs = jobs}, few);
    ASSERT_TRUE(unknown(result.verdict));
    const std::string& reason = std::get<Unknown>(result.verdict).reason;
    EXPECT_NE(reason.find("the usual limit of 2000 steps reached"), std::string::npos) << reason;
    EXPECT_NE(reason.find("of 500 operations"), std::string::npos) << reason;
    EXPECT_NE(reason.find("no value is added twice"), std::string::npos) << reason;
  }
  const QuasiResult quasi = check_quasi(history, spec, QuasiBounds::uniform(spec, 20), {}, few);
  ASSERT_TRUE(unknown(quasi.verdict));
  EXPECT_NE(std::get<Unknown>(quasi.verdict).reason.find("--out-of-order"), std::string::npos);
  const WeakResult weak = check_weak(history, spec, WeakModel::named("causal"), {}, few);
  ASSERT_TRUE(std::holds_alternative<Unknown>(weak.verdict));
  EXPECT_NE(std::get<Unknown>(weak.verdict).reason.find("limit of 2000 steps"), std::string::npos);
}

}  // namespace
}  // namespace linnet::testing

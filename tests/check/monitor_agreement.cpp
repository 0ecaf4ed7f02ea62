// Compares an algorithm with the oracle.
#include "monitor_agreement.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"

namespace linnet::testing {

namespace {

// A partial linearization is a witness of the history of only its operations.
std::string fault_in_evidence(const History& history, const Spec& spec, const Violation& violation) {
  for (const auto& order : violation.longest) {
    std::vector<OperationIndex> sorted = order;
    std::ranges::sort(sorted);
    Witness renumbered;
    for (const OperationIndex i : order) {
      renumbered.order.push_back(
          static_cast<OperationIndex>(std::ranges::lower_bound(sorted, i) - sorted.begin()));
    }
    if (const auto wrong = verify_witness(history.select(sorted), spec, renumbered))
      return "evidence: " + *wrong;
  }
  return "";
}

}  // namespace

std::string disagreement(const Algorithm& algorithm, const History& history, const Spec& spec,
                         bool expected) {
  const Budget unlimited;
  const Question question{history, spec, unlimited, true, true};
  if (algorithm.obstacle(question)) return "";
  const Verdict verdict = algorithm.decide(question);
  std::string wrong;
  if (unknown(verdict)) {
    wrong = "unknown: " + std::get<Unknown>(verdict).reason;
  } else if (passed(verdict) != expected) {
    wrong = passed(verdict) ? "passed, but is not linearizable" : "violation, but is linearizable";
  } else if (passed(verdict)) {
    wrong = verify_witness(history, spec, std::get<Pass>(verdict).witness).value_or("");
  } else {
    wrong = fault_in_evidence(history, spec, std::get<Violation>(verdict));
  }
  if (wrong.empty()) return "";
  return fmt::format("{} on {}: {}\n{}", algorithm.name, spec.name(), wrong, to_json_lines(history, spec));
}

void expect_agreement(const Algorithm& algorithm, const Spec& spec, const History& history, Tally& tally) {
  const Budget budget;
  const Question question{history, spec, budget, true, true};
  if (algorithm.obstacle(question)) return;
  ++tally.decided;
  const bool expected = oracle_linearizable(history, spec);
  ++(expected ? tally.passed : tally.violated);
  ASSERT_EQ(disagreement(algorithm, history, spec, expected), "");
  if (expected) return;
  const Verdict verdict = algorithm.decide(question);
  const auto& violation = std::get<Violation>(verdict);
  ASSERT_FALSE(violation.sentence.empty()) << to_json_lines(history, spec);
  for (const OperationIndex i : violation.suspects) ASSERT_LT(i, history.size());
}

Tally expect_agreement_on_small_histories(const Algorithm& algorithm, const Spec& spec,
                                          std::size_t operations, std::size_t threads) {
  Tally tally;
  for_each_small_history(spec, operations, threads, [&](const History& history) {
    if (!::testing::Test::HasFatalFailure()) expect_agreement(algorithm, spec, history, tally);
  });
  return tally;
}

Tally expect_agreement_on_random_histories(const Algorithm& algorithm, const Spec& spec, std::size_t cases,
                                           std::size_t operations, bool unique) {
  Tally tally;
  Random rng(1);
  for (std::size_t i = 0; i < linnet::cases(cases) && !::testing::Test::HasFatalFailure(); ++i) {
    Shape shape = random_shape(rng, operations);
    shape.unique = unique;
    shape.objects = 1;
    expect_agreement(algorithm, spec, random_history(rng, spec, shape), tally);
  }
  return tally;
}

EventScript& EventScript::call(int thread, std::string_view method, std::initializer_list<Value> args) {
  const std::vector<Value> list(args);
  builder_.call(builder_.thread(thread), builder_.method(method), list, builder_.object(Value()), 0);
  return *this;
}

EventScript& EventScript::ret(int thread, Value result) {
  builder_.ret(builder_.thread(thread), result, 0);
  return *this;
}

EventScript& EventScript::run(std::string_view method, std::initializer_list<Value> args, Value result) {
  return call(99, method, args).ret(99, result);
}

History EventScript::on(const Spec& spec) {
  History history = builder_.finish();
  history.resolve(spec);
  return history;
}

bool passes(const Algorithm& algorithm, const Spec& spec, const EventScript& script) {
  const History history = EventScript(script).on(spec);
  Tally tally;
  expect_agreement(algorithm, spec, history, tally);
  EXPECT_EQ(tally.decided, 1u) << "an obstacle";
  return tally.passed == 1;
}

}  // namespace linnet::testing

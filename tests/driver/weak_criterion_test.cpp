// The report of a weak violation shows a violation: according to the oracle, the core is one by itself.
#include "driver/checking/weak_criterion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "definitions/weak_oracle.hpp"
#include "driver/checking/check_driver.hpp"
#include "explain/steps.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

// The core as a history: operations that had not returned when the prefix ended are pending.
History core_of(const History& history, const Explanation& e) {
  History core = history.select(e.core);
  for (std::size_t k = 0; k < core.size(); ++k) {
    if (std::ranges::find(e.open, e.core[k]) == e.open.end()) continue;
    Operation& op = core.operations[k];
    op.ret = kNever, op.status = Operation::Status::pending, op.result = Value();
  }
  return core;
}

History without(const History& history, const Unit& unit) {
  std::vector<OperationIndex> rest;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (!std::ranges::binary_search(unit, i)) rest.push_back(i);
  }
  return history.select(rest);
}

constexpr std::array kSpecs = {"register", "set", "map", "queue", "bag"};

TEST(WeakCriterion, TheCoreIsAViolationByItselfAndMinimal) {
  Random rng(31);
  std::size_t violations = 0, smaller = 0;
  for (std::size_t i = 0; i < cases(300); ++i) {
    for (const char* name : kSpecs) {
      const Spec spec = make_spec(name);
      const History history = i % 4 == 0 ? random_ordered_threads(rng, spec, random_shape(rng, 5))
                                         : random_labels(rng, spec, 1 + i % 6);
      const TriedModel& tried = tried_models()[rng() % tried_models().size()];
      CheckRequest request;
      request.criterion = CriterionKind::weak;
      request.axioms = tried.model.to_string();
      request.algorithm = "just-in-time";
      const CheckedHistory report = check_history(history, spec, request, Budget(), [](const std::string&) {});
      if (!violated(report.verdict)) continue;
      ++violations;
      const Explanation& e = report.explanation.value();
      smaller += e.core.size() < e.prefix.size() ? 1 : 0;
      const History core = core_of(history, e);
      ASSERT_FALSE(weak_oracle(core, spec, tried.model)) << tried.name << "\n"
                                                         << to_json_lines(history, spec);
      if (e.culprit) {
        EXPECT_TRUE(std::ranges::binary_search(e.core, *e.culprit));
      }
      if (!e.core_is_minimal) continue;
      for (const Unit& unit : observer_units(core, spec)) {
        EXPECT_TRUE(weak_oracle(without(core, unit), spec, tried.model)) << tried.name << "\n"
                                                                         << to_json_lines(core, spec);
      }
    }
  }
  EXPECT_GT(violations, 0u);
  EXPECT_GT(smaller, 0u);
}

// A violation of the rest is a violation of the whole.
TEST(WeakCriterion, UnitsMayBeRemoved) {
  Random rng(32);
  for (std::size_t i = 0; i < cases(400); ++i) {
    for (const char* name : kSpecs) {
      const Spec spec = make_spec(name);
      const History history = random_labels(rng, spec, 1 + i % 5);
      const TriedModel& tried = tried_models()[rng() % tried_models().size()];
      if (!weak_oracle(history, spec, tried.model)) continue;
      for (const auto& units : {observer_units(history, spec), product_units(history, spec)}) {
        for (const Unit& unit : units) {
          ASSERT_TRUE(weak_oracle(without(history, unit), spec, tried.model)) << tried.name << "\n"
                                                                              << to_json_lines(history, spec);
        }
      }
    }
  }
}

}  // namespace
}  // namespace linnet::testing

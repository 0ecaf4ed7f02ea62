// Tests the inference of strengths: against all assignments, tried one by one from the definition.
#include "check/weak/weak.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "definitions/weak_oracle.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

bool implies_all(const Strengths& a, const Strengths& b) {
  for (std::size_t m = 0; m < a.size(); ++m) {
    if (!implies(a[m].strength, b[m].strength)) return false;
  }
  return true;
}

bool kept(const std::vector<History>& histories, const Spec& spec, const InferenceGiven& given,
          const Strengths& strengths) {
  WeakModel model = given.model;
  model.require(given.fixed);
  model.require(strengths);
  return std::ranges::all_of(histories,
                             [&](const History& h) { return weak_oracle(h, spec, model).has_value(); });
}

// Every assignment to the methods that the histories keep, such that they keep no stronger one.
std::vector<Strengths> all_maximal(const std::vector<History>& histories, const Spec& spec,
                                   const InferenceGiven& given, const std::vector<std::string>& methods) {
  std::vector<Strengths> all_kept;
  Strengths strengths;
  for (const std::string& method : methods) strengths.push_back({method, Strength::linearized});
  for (bool more = true; more;) {
    if (kept(histories, spec, given, strengths)) all_kept.push_back(strengths);
    more = false;
    for (std::size_t m = strengths.size(); m-- > 0 && !more;) {
      more = strengths[m].strength != Strength::anything;
      strengths[m].strength =
          more ? kStrengths[static_cast<std::size_t>(strengths[m].strength) + 1] : kStrengths[0];
    }
  }
  std::vector<Strengths> maximal;
  for (const Strengths& s : all_kept) {
    const auto stronger = [&](const Strengths& t) { return t != s && implies_all(t, s); };
    if (std::ranges::none_of(all_kept, stronger)) maximal.push_back(s);
  }
  return maximal;
}

std::vector<std::string> methods_of(const std::vector<History>& histories, const Spec& spec,
                                    const InferenceGiven& given) {
  std::vector<std::string> names;
  for (const Method& method : spec.methods()) {
    const bool called = std::ranges::any_of(histories, [&](const History& h) {
      return std::ranges::any_of(
          h.operations, [&](const Operation& op) { return spec.method(op.method).name == method.name; });
    });
    const bool fixed =
        std::ranges::find(given.fixed, method.name, &MethodStrength::method) != given.fixed.end();
    if (called && !fixed && std::ranges::find(names, method.name) == names.end())
      names.push_back(method.name);
  }
  return names;
}

std::string shown(const std::vector<Strengths>& assignments) {
  std::string text;
  for (const Strengths& s : assignments) text += to_string(s) + "\n";
  return text;
}

std::string shown(const std::vector<History>& histories, const Spec& spec) {
  std::string text;
  for (const History& h : histories) text += to_json_lines(h, spec) + "\n";
  return text;
}

TEST(WeakInference, FindsWhatEnumerationFinds) {
  Random rng(21);
  std::size_t several = 0, none = 0;
  for (std::size_t i = 0; i < (kUnderSanitizers ? 60 : 120) * test_scale(); ++i) {
    for (const char* name : {"register", "set", "queue", "counter"}) {
      const Spec spec = make_spec(name);
      std::vector<History> histories;
      for (std::size_t k = 0; k < 1 + i % 3; ++k) {
        histories.push_back(i % 2 == 0 ? random_labels(rng, spec, 1 + i % 4)
                                       : random_history(rng, spec, random_shape(rng, 4)));
      }
      InferenceGiven given;
      if (i % 5 == 1) given.model = WeakModel::named("monotonic-reads");
      if (i % 7 == 2) given.fixed = {{spec.methods()[0].name, kStrengths[rng() % kStrengths.size()]}};
      const auto methods = methods_of(histories, spec, given);
      const InferredStrengths found = infer_strengths(histories, spec, given, {}, Budget());
      const auto expected = all_maximal(histories, spec, given, methods);
      ASSERT_EQ(shown(found.maximal), shown(expected)) << shown(histories, spec);
      ASSERT_EQ(found.unexplained.has_value(), expected.empty());
      several += expected.size() > 1 ? 1 : 0;
      none += expected.empty() ? 1 : 0;
      if (expected.empty()) {
        EXPECT_FALSE(kept({histories[*found.unexplained]}, spec, given, {}));
      }

      ASSERT_EQ(found.alone.size(), methods.size());
      for (std::size_t m = 0; m < methods.size(); ++m) {
        InferenceGiven others = given;
        for (const std::string& other : methods) {
          if (other != methods[m]) others.fixed.push_back({other, Strength::linearized});
        }
        std::vector<Strengths> alone;
        for (const Strength s : found.alone[m].strongest) alone.push_back({{found.alone[m].method, s}});
        ASSERT_EQ(shown(alone), shown(all_maximal(histories, spec, others, {methods[m]})))
            << shown(histories, spec);
      }
    }
  }
  EXPECT_GT(several, 0u);
  EXPECT_GT(none, 0u);
}

TEST(WeakInference, AnExhaustedBudgetIsNoAnswer) {
  Random rng(22);
  const Spec spec = make_spec("queue");
  const std::vector<History> histories = {random_labels(rng, spec, 6)};
  const Budget budget;
  budget.cancel();
  const InferredStrengths found = infer_strengths(histories, spec, {}, {}, budget);
  EXPECT_FALSE(found.reason.empty());
  EXPECT_TRUE(found.maximal.empty());
  EXPECT_FALSE(found.unexplained.has_value());
}

}  // namespace
}  // namespace linnet::testing

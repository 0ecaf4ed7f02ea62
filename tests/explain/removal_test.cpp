// Tests the rules of removal against the definition: a linearizable history stays linearizable, whatever
// units are removed.
#include "explain/steps.hpp"

#include <gtest/gtest.h>

#include "../check/histories.hpp"
#include "definitions/oracle.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

using testing::Random;

History without(const History& history, const std::vector<Unit>& units) {
  std::vector<bool> gone(history.size());
  for (const Unit& unit : units) {
    for (const OperationIndex i : unit) gone[i] = true;
  }
  std::vector<OperationIndex> rest;
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (!gone[i]) rest.push_back(i);
  }
  return history.select(rest);
}

// Removes units one after another, as long as there are any, applying the rules anew each time.
void expect_sound(const History& history, const Spec& spec, Random& rng, std::size_t& removed) {
  if (!oracle_linearizable(history, spec)) return;
  History rest = history;
  while (true) {
    std::vector<Unit> units = idle_units(rest, spec);
    for (Unit& unit : value_units(rest, spec)) units.push_back(std::move(unit));
    if (units.empty()) return;
    rest = without(rest, {units[rng() % units.size()]});
    ++removed;
    ASSERT_TRUE(oracle_linearizable(rest, spec)) << "from\n"
                                                 << testing::to_json_lines(history, spec) << "was left\n"
                                                 << testing::to_json_lines(rest, spec);
  }
}

TEST(Removal, SmallLinearizableHistoriesStayLinearizable) {
  Random rng(1);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    std::size_t removed = 0;
    testing::for_each_small_history(spec, 3, 2, [&](const History& history) {
      if (!::testing::Test::HasFatalFailure()) expect_sound(history, spec, rng, removed);
    });
    // The rules know only these objects.
    EXPECT_TRUE(removed > 0 || builtin_object(spec) == BuiltinObject::none) << name;
  }
}

TEST(Removal, RandomLinearizableHistoriesStayLinearizable) {
  Random rng(2);
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    std::size_t removed = 0;
    for (std::size_t round = 0; round < cases(500); ++round) {
      testing::Shape shape = testing::random_shape(rng, 8);
      shape.objects = 1;
      const History history = round % 4 == 0 ? testing::random_partial_order_history(rng, spec, shape)
                                             : testing::random_history(rng, spec, shape);
      expect_sound(history, spec, rng, removed);
      if (::testing::Test::HasFatalFailure()) return;
    }
    // The rules know only these objects.
    EXPECT_TRUE(removed > 0 || builtin_object(spec) == BuiltinObject::none) << name;
  }
}

// The counter-example for which the rules exist.
TEST(Removal, AnInsertionAloneIsNotAUnit) {
  const Spec spec = make_spec("queue");
  testing::for_each_small_history(spec, 2, 1, [&](const History& history) {
    for (const Unit& unit : value_units(history, spec)) {
      for (const OperationIndex i : unit) {
        const Operation& op = history.operations[i];
        if (op.argument_count == 0) continue;
        for (OperationIndex j = 0; j < history.size(); ++j) {
          const Operation& other = history.operations[j];
          if (other.argument_count == 0 && other.completed() && other.result == op.argument) {
            ASSERT_EQ(unit.size(), 2u);
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace linnet

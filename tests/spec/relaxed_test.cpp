// Tests relaxed specifications on runs that a person can follow, and section V-A's table.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

using Limit = std::optional<std::uint32_t>;

Spec relaxed(const char* name, Limit out_of_order, Limit lateness) {
  SpecOptions options;
  options.out_of_order = out_of_order;
  options.lateness = lateness;
  return make_spec(name, options);
}

// Whether the object, given these values, may return those, one after the other.
bool may_return(const Spec& spec, const char* add, const char* remove, const std::vector<Value>& added,
                const std::vector<Value>& removed) {
  const auto space = spec.open();
  std::vector<StateId> possible = {StateSpace::initial()};
  const auto step = [&](const Call& call, const Value& result) {
    std::vector<StateId> next, after;
    for (const StateId state : possible) {
      space->step(state, call, &result, after);
      next.insert(next.end(), after.begin(), after.end());
    }
    possible = next;
  };
  for (const Value& v : added) step({spec.find(add, 1).value(), {&v, 1}}, Value());
  for (const Value& v : removed) step({spec.find(remove, 0).value(), {}}, v);
  return !possible.empty();
}

// The paper's table: Restriction 1 (out of order by 1), Restriction 2 (late by 1), both.
TEST(Relaxed, SectionVATable) {
  struct Row {
    std::vector<Value> order;
    bool restriction1, restriction2;
  };
  const std::vector<Row> table = {{{1, 2, 3}, true, true},  {{2, 1, 3}, true, true},
                                  {{1, 3, 2}, true, true},  {{3, 1, 2}, false, true},
                                  {{2, 3, 1}, true, false}, {{3, 2, 1}, false, false}};
  const auto allowed = [](const char* spec, const char* add, const char* remove, const Row& row, Limit out,
                          Limit late) {
    std::vector<Value> in = {1, 2, 3};
    if (spec == std::string_view("stack")) std::ranges::reverse(in);
    return may_return(relaxed(spec, out, late), add, remove, in, row.order);
  };
  struct Object {
    const char *spec, *add, *remove;
  };
  for (const Object o :
       {Object{"queue", "enq", "deq"}, {"stack", "push", "pop"}, {"pqueue", "insert", "deqMin"}}) {
    for (const Row& row : table) {
      EXPECT_EQ(allowed(o.spec, o.add, o.remove, row, 1, std::nullopt), row.restriction1) << o.spec;
      EXPECT_EQ(allowed(o.spec, o.add, o.remove, row, std::nullopt, 1), row.restriction2) << o.spec;
      EXPECT_EQ(allowed(o.spec, o.add, o.remove, row, 1, 1), row.restriction1 && row.restriction2) << o.spec;
    }
  }
}

TEST(Relaxed, ByZeroIsTheStrictObject) {
  for (const Limit late : {Limit(), Limit(0)}) {
    const Spec queue = relaxed("queue", 0, late);
    EXPECT_TRUE(may_return(queue, "enq", "deq", {1, 2}, {1, 2, Value()}));
    EXPECT_FALSE(may_return(queue, "enq", "deq", {1, 2}, {2}));
  }
  EXPECT_FALSE(may_return(relaxed("queue", std::nullopt, 0), "enq", "deq", {1, 2}, {2}));
}

TEST(Relaxed, EmptyIsSaidOnlyOfTheEmptyObject) {
  const Spec stack = relaxed("stack", 5, 5);
  EXPECT_FALSE(may_return(stack, "push", "pop", {1}, {Value()}));
  EXPECT_TRUE(may_return(stack, "push", "pop", {1}, {1, Value()}));
}

TEST(Relaxed, ElementsOfEqualPriorityAreEquallyGood) {
  const Spec pqueue = relaxed("pqueue", 0, 0);
  const auto space = pqueue.open();
  std::vector<StateId> state = {0}, next;
  for (const int v : {7, 8}) {
    const std::vector<Value> args = {v, 1};
    space->step(state[0], {pqueue.find("insert", 2).value(), args}, nullptr, next);
    state = next;
  }
  const Value eight(8);
  space->step(state[0], {pqueue.find("deqMin", 0).value(), {}}, &eight, next);
  EXPECT_EQ(next.size(), 1u);
}

TEST(Relaxed, TheGreatestEndHasItsOwnHead) {
  const Spec pqueue = relaxed("pqueue", std::nullopt, 1);
  EXPECT_TRUE(may_return(pqueue, "insert", "deqMax", {1, 2, 3}, {2, 3, 1}));
  EXPECT_FALSE(may_return(pqueue, "insert", "deqMax", {1, 2, 3}, {2, 1, 3}));
}

TEST(Relaxed, IsNotDecidedByTheMonitorsOfTheStrictObject) {
  for (const char* name : {"queue", "stack", "pqueue"}) EXPECT_EQ(relaxed(name, 1, 1).monitored_as(), "");
}

TEST(Relaxed, OtherSpecificationsRefuse) {
  for (const std::string& name : spec_names()) {
    if (name == "queue" || name == "stack" || name == "pqueue") continue;
    try {
      relaxed(name.c_str(), 1, std::nullopt);
      FAIL() << name;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), "specification " + name +
                                               " cannot be relaxed by out-of-order or lateness: only queue, "
                                               "stack and pqueue can");
    }
  }
}

}  // namespace
}  // namespace linnet::testing

// Tests the online monitor against the definition, on every prefix of small and random histories.
#include "check/linearizability/online_linearizable.hpp"

#include <gtest/gtest.h>

#include <map>

#include "check/linearizability/linearizable.hpp"
#include "definitions/oracle.hpp"
#include "histories.hpp"
#include "history/model/event_order.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

// The events up to and including this rank.
History prefix_of(const History& history, Rank last) {
  History prefix = history;
  std::erase_if(prefix.operations, [&](const Operation& op) { return op.call > last; });
  for (Operation& op : prefix.operations) {
    if (op.ret <= last) continue;
    op.ret = kNever, op.status = Operation::Status::pending, op.result = Value();
  }
  return prefix;
}

// The rank of the first return that the monitor objects to; kNever if there is none.
Rank first_objection(const History& history, const Spec& spec) {
  const Budget unlimited;
  OnlineLinearizability monitor(spec, unlimited);
  std::map<Rank, OnlineLinearizability::Token> tokens;  // by call
  Rank objection = kNever;
  const auto on_return = [&](const Operation& op) {
    if (objection != kNever) return;
    if (monitor.ret(tokens.at(op.call), op.result) == OnlineLinearizability::Answer::violation)
      objection = op.ret;
  };
  for_each_event(
      history, [&](const Operation& op) { tokens[op.call] = monitor.call(op.method, op.args()); }, on_return,
      [](const Crash&) {});
  return objection;
}

// The same from the definition.
Rank first_hopeless_prefix(const History& history, const Spec& spec) {
  Rank first = kNever;
  for (const Operation& op : history.operations) {
    if (op.ret < first && !oracle_linearizable(prefix_of(history, op.ret), spec)) first = op.ret;
  }
  return first;
}

class OnlineMonitor : public ::testing::TestWithParam<std::string> {
 protected:
  void compare(const History& history) {
    if (HasFatalFailure()) return;
    ASSERT_EQ(first_objection(history, spec_), first_hopeless_prefix(history, spec_))
        << to_json_lines(history, spec_);
  }
  const Spec spec_ = make_spec(GetParam());
};

TEST_P(OnlineMonitor, ObjectsAtTheFirstHopelessReturn) {
  for (std::size_t operations = 1; operations <= 3; ++operations) {
    for_each_small_history(spec_, operations, 3, [&](const History& history) { compare(history); });
  }
  Random rng(40);
  for (std::size_t i = 0; i < cases(300); ++i) {
    Shape shape = random_shape(rng, 7);
    shape.objects = 1;
    compare(random_history(rng, spec_, shape));
  }
}

TEST_P(OnlineMonitor, AgreesWithTheOfflineCheckOnLongerHistories) {
  Random rng(41);
  for (std::size_t i = 0; i < cases(20) && !HasFatalFailure(); ++i) {
    Shape shape = random_shape(rng, 60);
    shape.objects = 1, shape.pending = 0, shape.threads = std::min<std::size_t>(shape.threads, 4);
    const History history = random_history(rng, spec_, shape);
    const Rank objection = first_objection(history, spec_);
    const auto consistent = [&](Rank last) {
      return passed(check_linearizable(prefix_of(history, last), spec_, {}, Budget()).verdict);
    };
    ASSERT_EQ(objection == kNever, consistent(kNever - 1)) << to_json_lines(history, spec_);
    if (objection == kNever) continue;
    ASSERT_FALSE(consistent(objection)) << to_json_lines(history, spec_);
    ASSERT_TRUE(consistent(objection - 1)) << to_json_lines(history, spec_);
  }
}

INSTANTIATE_TEST_SUITE_P(Specs, OnlineMonitor, ::testing::ValuesIn(spec_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace linnet::testing

// Tests OnlineWeak: after every return its answer is that of check_weak for the whole prefix, and it has an
// execution of it.
#include "check/weak/online_weak.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "check/weak/verifier.hpp"
#include "check/weak/weak.hpp"
#include "definitions/weak_oracle.hpp"
#include "history/model/event_order.hpp"
#include "history/model/prefix.hpp"
#include "spec/builtin.hpp"
#include "weak_histories.hpp"

namespace linnet::testing {
namespace {

struct Watched {
  std::size_t consistent = 0, violations = 0;
  bool by_oracle = true;

  void watch(const History& history, const Spec& spec, const TriedModel& tried) {
    const Budget budget;
    OnlineWeak online(spec, tried.model, budget);
    std::map<const Operation*, OnlineWeak::Token> tokens;
    bool over = false;
    const auto call = [&](const Operation& op) {
      if (!over) tokens[&op] = online.call(op.thread, op.object, op.method, op.args());
    };
    const auto ret = [&](const Operation& op) {
      if (over || ::testing::Test::HasFatalFailure()) return;
      const bool passes = online.ret(tokens.at(&op), op.result) == OnlineWeak::Answer::consistent;
      const History prefix = linnet::prefix_of(history, op.ret + 1);
      compare(passes, prefix, spec, tried);
      over = !passes;
      ++(passes ? consistent : violations);
      if (over) return;
      const auto fault = verify_execution(prefix, spec, tried.model, online.execution());
      ASSERT_EQ(fault, std::nullopt) << tried.name << "\n" << to_json_lines(history, spec);
    };
    for_each_event(history, call, ret, [](const Crash&) {});
  }

  void compare(bool passes, const History& prefix, const Spec& spec, const TriedModel& tried) const {
    const bool expected = by_oracle ? weak_oracle(prefix, spec, tried.model).has_value()
                                    : passed(check_weak(prefix, spec, tried.model, {}, Budget()));
    ASSERT_EQ(passes, expected) << tried.name << "\n" << to_json_lines(prefix, spec);
  }
};

TEST(OnlineWeak, AgreesOnAllHistoriesOfUpToThreeOperations) {
  Watched watched;
  std::size_t count = 0;
  const std::size_t every = std::max<std::size_t>(1, 97 / test_scale());
  for (const char* const name : {"register", "set", "queue"}) {
    const Spec spec = make_spec(name);
    for (std::size_t n = 1; n <= 3; ++n) {
      for_each_small_history(spec, n, 3, [&](const History& plain) {
        if (::testing::Test::HasFatalFailure() || (n == 3 && ++count % every != 0)) return;
        for_each_assignment_of_threads(plain, [&](const History& history) {
          for (const TriedModel& tried : tried_models()) watched.watch(history, spec, tried);
        });
      });
    }
  }
  EXPECT_GT(watched.consistent, 10'000u);
  EXPECT_GT(watched.violations, 1'000u);
}

TEST(OnlineWeak, AgreesAfterEveryPrefixOfRandomHistories) {
  Random rng(61);
  Watched small, longer;
  longer.by_oracle = false;
  for (std::size_t n = 0; n < cases(400) && !::testing::Test::HasFatalFailure(); ++n) {
    for (const char* const name : {"register", "set", "map", "queue", "bag", "mutex", "pqueue", "counter"}) {
      const Spec spec = make_spec(name);
      const TriedModel& tried = tried_models()[rng() % tried_models().size()];
      Shape shape = random_shape(rng, 5);
      shape.objects = 1 + n % 2;
      small.watch(n % 2 == 0 ? random_labels(rng, spec, 1 + n % 5) : random_history(rng, spec, shape), spec,
                  tried);
      if (n % 4 != 0) continue;
      shape.operations = 5 + rng() % 7;
      longer.watch(random_history(rng, spec, shape), spec, {"causal", WeakModel::named("causal")});
      longer.watch(random_history(rng, spec, shape), spec, {"weak-hb", WeakModel::named("weak-hb")});
    }
  }
  EXPECT_GT(small.violations, cases(300));
  EXPECT_GT(longer.violations, cases(50));
  EXPECT_GT(longer.consistent, cases(2'000));
}

// A register that each thread sees late: a read returns one of the last values.
TEST(OnlineWeak, GoesOnForLong) {
  const Spec spec = make_spec("register");
  const WeakModel model = WeakModel::named("read-my-writes");
  const Budget budget;
  OnlineWeak online(spec, model, budget);
  const MethodIndex read = spec.find("read", 0).value(), write = spec.find("write", 1).value();
  for (std::int64_t n = 1; n <= 400; ++n) {
    const Value value(n);
    const auto writing = online.call(ThreadId(0), ObjectId(0), write, {&value, 1});
    const auto reading = online.call(ThreadId(1 + n % 2), ObjectId(0), read, {});
    ASSERT_EQ(online.ret(writing, Value()), OnlineWeak::Answer::consistent);
    ASSERT_EQ(online.ret(reading, Value(n - n % 7)), OnlineWeak::Answer::consistent);
  }
  const auto reading = online.call(ThreadId(0), ObjectId(0), read, {});
  EXPECT_EQ(online.ret(reading, Value(7)), OnlineWeak::Answer::violation);
}

TEST(OnlineWeak, RefusesModelsOfOtherObjects) {
  const Spec spec = make_spec("register");
  WeakModel model;
  model.require(parse_strengths("size=hb", make_spec("map")));
  EXPECT_THROW(OnlineWeak(spec, model, Budget()), InputError);
}

}  // namespace
}  // namespace linnet::testing

// Tests every built-in specification, one serial run at a time: what may each call return, and to which state
// does that lead?
#include "spec/builtin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace linnet {
namespace {

// Walks a specification call by call. run() takes the only outcome; may() lists the results of all.
class SerialRun {
 public:
  explicit SerialRun(Spec spec) : spec_(std::move(spec)), space_(spec_.open()) {}

  std::vector<Value> may(std::string_view method, std::vector<Value> args = {}) {
    space_->outcomes(state_, call(method, args), outcomes_);
    std::vector<Value> results;
    for (const auto& outcome : outcomes_) results.push_back(outcome.result);
    return results;
  }
  bool blocks(std::string_view method, std::vector<Value> args = {}) {
    return may(method, std::move(args)).empty();
  }

  Value run(std::string_view method, std::vector<Value> args = {}) {
    EXPECT_EQ(may(method, std::move(args)).size(), 1u) << method;
    state_ = outcomes_.at(0).state;
    return outcomes_[0].result;
  }
  // Continues with the outcome that returns `result`.
  void run_returning(Value result, std::string_view method, std::vector<Value> args = {}) {
    std::vector<StateId> states;
    space_->step(state_, call(method, args), &result, states);
    ASSERT_EQ(states.size(), 1u) << method;
    state_ = states[0];
  }
  std::string state() const { return space_->describe(state_); }

 private:
  Call call(std::string_view method, std::span<const Value> args) {
    return {spec_.find(method, args.size()).value(), args};
  }

  Spec spec_;
  std::unique_ptr<StateSpace> space_;
  StateId state_ = StateSpace::initial();
  std::vector<StateSpace::Outcome> outcomes_;
};

const Value kNull{};
using Values = std::vector<Value>;

TEST(Builtin, Register) {
  SerialRun r(make_spec("register"));
  EXPECT_EQ(r.run("read"), Value(0));
  EXPECT_EQ(r.run("write", {3}), kNull);
  EXPECT_EQ(r.run("cas", {0, 5}), Value(false));
  EXPECT_EQ(r.run("cas", {3, 5}), Value(true));
  EXPECT_EQ(r.run("swap", {"x"}), Value(5));
  EXPECT_EQ(r.run("read"), Value("x"));
  EXPECT_EQ(SerialRun(make_spec("register", {.initial = Value()})).run("read"), kNull);
}

TEST(Builtin, Counter) {
  SerialRun c(make_spec("counter", {.initial = -2}));
  c.run("inc"), c.run("inc"), c.run("inc"), c.run("dec");
  EXPECT_EQ(c.run("get"), Value(0));
  EXPECT_EQ(c.run("fetch_add", {7}), Value(0));
  EXPECT_EQ(c.run("set", {std::numeric_limits<std::int64_t>::max()}), kNull);
  c.run("inc");
  EXPECT_EQ(c.run("get"), Value(std::numeric_limits<std::int64_t>::min()));
}

TEST(Builtin, Semaphore) {
  SerialRun s(make_spec("semaphore"));
  EXPECT_TRUE(s.blocks("dec"));
  EXPECT_EQ(s.run("try_dec"), Value(false));
  s.run("inc");
  EXPECT_EQ(s.run("get"), Value(1));
  EXPECT_EQ(s.run("dec"), kNull);
  EXPECT_TRUE(s.blocks("dec"));
  EXPECT_THROW(make_spec("semaphore", {.initial = -1}), InputError);
}

TEST(Builtin, QueueStackDeque) {
  SerialRun q(make_spec("queue"));
  EXPECT_TRUE(q.blocks("take"));
  EXPECT_EQ(q.run("deq"), kNull);
  q.run("enq", {1}), q.run("enq", {2}), q.run("enq", {3});
  EXPECT_EQ(q.run("peek"), Value(1));
  EXPECT_EQ(q.run("deq"), Value(1));
  EXPECT_EQ(q.run("take"), Value(2));
  EXPECT_EQ(q.state(), "[3]");

  SerialRun s(make_spec("stack"));
  s.run("push", {1}), s.run("push", {2});
  EXPECT_EQ(s.run("peek"), Value(2));
  EXPECT_EQ(s.run("pop"), Value(2));
  EXPECT_EQ(s.run("pop"), Value(1));
  EXPECT_EQ(s.run("pop"), kNull);

  SerialRun d(make_spec("deque"));
  d.run("pushFront", {1}), d.run("pushBack", {2}), d.run("pushFront", {0});
  EXPECT_EQ(d.run("popBack"), Value(2));
  EXPECT_EQ(d.run("popFront"), Value(0));
  EXPECT_EQ(d.run("popFront"), Value(1));
  EXPECT_EQ(d.run("popBack"), kNull);
}

TEST(Builtin, PriorityQueueBreaksTiesFreely) {
  SerialRun p(make_spec("pqueue"));
  EXPECT_EQ(p.run("deqMin"), kNull);
  p.run("insert", {"b"}), p.run("insert", {10}), p.run("insert", {9});
  EXPECT_EQ(p.run("peekMin"), Value(9));
  EXPECT_EQ(p.run("peekMax"), Value("b"));
  EXPECT_EQ(p.run("deqMax"), Value("b"));
  EXPECT_EQ(p.run("deqMin"), Value(9));
  p.run("insert", {"x", 10});
  EXPECT_EQ(p.may("deqMin"), (Values{10, "x"}));
  EXPECT_EQ(p.may("peekMax"), (Values{10, "x"}));
  p.run_returning("x", "deqMax");
  EXPECT_EQ(p.state(), "[10]");
}

TEST(Builtin, SetMapKv) {
  SerialRun s(make_spec("set"));
  EXPECT_EQ(s.run("add", {1}), Value(true));
  EXPECT_EQ(s.run("add", {1}), Value(false));
  EXPECT_EQ(s.run("contains", {1}), Value(true));
  EXPECT_EQ(s.run("remove", {1}), Value(true));
  EXPECT_EQ(s.run("remove", {1}), Value(false));

  SerialRun m(make_spec("map"));
  EXPECT_EQ(m.run("put", {"k", 1}), kNull);
  EXPECT_EQ(m.run("put", {"k", 2}), Value(1));
  EXPECT_EQ(m.run("get", {"k"}), Value(2));
  EXPECT_EQ(m.run("containsKey", {"k"}), Value(true));
  EXPECT_EQ(m.run("containsValue", {1}), Value(false));
  EXPECT_EQ(m.run("size"), Value(1));
  EXPECT_EQ(m.run("remove", {"k"}), Value(2));
  EXPECT_EQ(m.run("size"), Value(0));

  SerialRun k(make_spec("kv"));
  EXPECT_EQ(k.run("get", {"a"}), Value(""));
  k.run("append", {"a", "x"}), k.run("append", {"a", "y"});
  EXPECT_EQ(k.run("get", {"a"}), Value("xy"));
  k.run("put", {"a", "z"});
  EXPECT_EQ(k.run("get", {"a"}), Value("z"));
}

TEST(Builtin, BagGivesAnyElement) {
  SerialRun b(make_spec("bag"));
  EXPECT_EQ(b.run("take"), kNull);
  b.run("add", {2}), b.run("add", {1}), b.run("add", {2});
  EXPECT_EQ(b.may("take"), (Values{1, 2}));
  b.run_returning(1, "take");
  EXPECT_EQ(b.state(), "[2, 2]");
}

TEST(Builtin, Mutex) {
  SerialRun m(make_spec("mutex"));
  EXPECT_TRUE(m.blocks("unlock"));
  EXPECT_EQ(m.run("lock"), kNull);
  EXPECT_TRUE(m.blocks("lock"));
  EXPECT_EQ(m.run("try_lock"), Value(false));
  m.run("unlock");
  EXPECT_EQ(m.run("try_lock"), Value(true));
}

TEST(Builtin, BoundedQueue) {
  SerialRun q(make_spec("bounded_queue", {.initial = 2}));
  EXPECT_TRUE(q.blocks("take"));
  EXPECT_EQ(q.run("poll"), kNull);
  EXPECT_EQ(q.run("put", {1}), kNull);
  EXPECT_EQ(q.run("offer", {2}), Value(true));
  EXPECT_EQ(q.run("offer", {3}), Value(false));
  EXPECT_TRUE(q.blocks("put", {3}));
  EXPECT_EQ(q.run("size"), Value(2));
  EXPECT_EQ(q.run("peek"), Value(1));
  EXPECT_EQ(q.run("take"), Value(1));
  EXPECT_EQ(q.run("poll"), Value(2));
  EXPECT_THROW(make_spec("bounded_queue", {.initial = 0}), InputError);
}

TEST(Builtin, CacheForgetsWhatWasLeastRecentlyUsed) {
  SerialRun c(make_spec("cache", {.initial = 2}));
  c.run("put", {"a", 1}), c.run("put", {"b", 2});
  EXPECT_EQ(c.run("get", {"a"}), Value(1));
  c.run("put", {"c", 3});
  EXPECT_EQ(c.run("get", {"b"}), kNull);
  EXPECT_EQ(c.run("size"), Value(2));
  c.run("put", {"a", 4});  // an update replaces no entry
  EXPECT_EQ(c.run("get", {"c"}), Value(3));
  EXPECT_EQ(c.run("remove", {"a"}), Value(4));
  EXPECT_EQ(c.run("remove", {"a"}), kNull);
  EXPECT_EQ(c.state(), "{\"c\": 3}");
}

TEST(Builtin, Latch) {
  SerialRun l(make_spec("latch", {.initial = 2}));
  EXPECT_TRUE(l.blocks("wait"));
  l.run("count_down");
  EXPECT_EQ(l.run("try_wait"), Value(false));
  l.run("count_down");
  EXPECT_EQ(l.run("wait"), kNull);
  EXPECT_EQ(l.run("try_wait"), Value(true));
  EXPECT_TRUE(l.blocks("count_down"));
}

TEST(Builtin, ReadWriteLock) {
  SerialRun l(make_spec("rwlock"));
  EXPECT_TRUE(l.blocks("unlock_shared"));
  l.run("lock_shared");
  EXPECT_EQ(l.run("try_lock_shared"), Value(true));
  EXPECT_TRUE(l.blocks("lock"));
  EXPECT_TRUE(l.blocks("unlock"));
  EXPECT_EQ(l.state(), "held by 2 readers");
  l.run("unlock_shared"), l.run("unlock_shared");
  EXPECT_EQ(l.run("try_lock"), Value(true));
  EXPECT_TRUE(l.blocks("lock_shared"));
  EXPECT_EQ(l.run("try_lock_shared"), Value(false));
  l.run("unlock");
  EXPECT_EQ(l.state(), "free");
}

TEST(Builtin, MwcasFailsByLocationByValuesOrByFalse) {
  SerialRun m(make_spec("mwcas"));
  const Value ab = Value::array({"a", "b"});
  EXPECT_EQ(m.run("mwcas", {ab, Value::array({0, 0}), Value::array({1, 2})}), Value(true));
  EXPECT_EQ(m.run("read", {ab}), Value::array({1, 2}));
  EXPECT_EQ(m.may("mwcas", {ab, Value::array({1, 0}), Value::array({5, 5})}),
            (Values{"b", Value::array({1, 2}), false}));
  EXPECT_EQ(m.may("mwcas", {ab, Value::array({0, 0}), Value::array({5, 5})}),
            (Values{"a", "b", Value::array({1, 2}), false}));
  EXPECT_EQ(m.run("swap", {ab, Value::array({0, 7})}), Value::array({1, 2}));
  m.run("write", {Value::array({"b"}), Value::array({0})});
  EXPECT_EQ(m.state(), "{}");

  const Spec spec = make_spec("mwcas");
  const std::vector<Value> uneven = {ab, Value::array({1})},
                           twice = {Value::array({1, 1}), Value::array({1, 2})};
  EXPECT_EQ(spec.complaint({spec.find("write", 2).value(), uneven}),
            "argument 2 has 1 values, expected 2, one for each location");
  EXPECT_EQ(spec.complaint({spec.find("write", 2).value(), twice}), "location 1 is given twice");
}

TEST(Builtin, EqualStatesAreOneState) {
  const Spec spec = make_spec("set");
  const auto space = spec.open();
  const std::vector<Value> one = {1};
  std::vector<StateId> there, back;
  const Value yes = true, no = false;
  space->step(StateSpace::initial(), {spec.find("add", 1).value(), one}, &yes, there);
  ASSERT_EQ(there.size(), 1u);
  space->step(there[0], {spec.find("remove", 1).value(), one}, nullptr, back);
  EXPECT_EQ(back, std::vector<StateId>{StateSpace::initial()});
  space->step(there[0], {spec.find("remove", 1).value(), one}, &no, back);
  EXPECT_TRUE(back.empty());
  EXPECT_EQ(space->size(), 2u);
}

TEST(Builtin, UnknownNamesAreExplained) {
  const auto message = [](std::string_view name, SpecOptions options = {}) {
    try {
      make_spec(name, options);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("que"), "unknown specification que; did you mean queue?");
  EXPECT_TRUE(
      message("zzzzzzzzz").starts_with("unknown specification zzzzzzzzz; there are register, counter"));
  EXPECT_EQ(message("queue", {.initial = 1}),
            "specification queue has no initial value to choose: it starts empty");
  EXPECT_EQ(message("semaphore", {.initial = "x"}),
            "initial value \"x\" for specification semaphore: expected an integer that is not negative");
}

// Pairs of methods that it has, or the reason why there are none.
TEST(Builtin, EachSaysWhatItsOperationsHandOver) {
  for (const std::string& name : spec_names()) {
    const Spec spec = make_spec(name);
    const Handovers* const handovers = handovers_of(spec);
    ASSERT_NE(handovers, nullptr) << name;
    EXPECT_EQ(handovers->gives.empty(), !handovers->why_none.empty()) << name;
    EXPECT_EQ(handovers->gives.empty(), handovers->takes.empty()) << name;
    const auto find = [&](std::string_view method) {
      const auto at = std::ranges::find(spec.methods(), method, &Method::name);
      EXPECT_NE(at, spec.methods().end()) << name << "." << method;
      return at;
    };
    for (const Handovers::Gives& gives : handovers->gives) {
      EXPECT_LT(gives.argument.value_or(0), std::max<std::size_t>(1, find(gives.method)->parameters.size()))
          << name << "." << gives.method;
    }
    for (const Handovers::Takes& takes : handovers->takes) find(takes.method);
  }
}

}  // namespace
}  // namespace linnet

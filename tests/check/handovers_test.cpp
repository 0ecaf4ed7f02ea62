// Who happens after whom, compared with the definition: some order of the operations explains the results, and in it everyone who
// takes something happens after who gave it.
#include "check/linearizability/handovers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <random>

#include "history/model/history_builder.hpp"
#include "scale.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

struct Made {
  const char* method;
  std::vector<Value> args;
  Value result;
};
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  // giver, taker

// A small object that knows who put what in. Each call returns its result, and adds who it took something from.
class Model {
 public:
  virtual ~Model() = default;
  virtual std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) = 0;
};

class Sequence final : public Model {
 public:
  explicit Sequence(bool last_first) : last_first_(last_first) {}
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    if (!made.args.empty()) {
      items_.emplace_back(made.args[0], number);
      return Value();
    }
    if (items_.empty()) return Value();
    const auto [value, giver] = last_first_ ? items_.back() : items_.front();
    pairs.emplace_back(giver, number);
    const bool looks = std::string_view(made.method) == "peek";
    if (!looks && last_first_) items_.pop_back();
    if (!looks && !last_first_) items_.pop_front();
    return value;
  }

 private:
  bool last_first_;
  std::deque<std::pair<Value, std::size_t>> items_;
};

class Lock final : public Model {
 public:
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    const std::string_view method = made.method;
    if (method == "unlock") {
      if (!held_) return std::nullopt;
      held_ = false;
      last_ = number;
      return Value();
    }
    if (held_) return method == "lock" ? std::nullopt : std::optional(Value(false));
    held_ = true;
    if (last_) pairs.emplace_back(*last_, number);
    return method == "lock" ? Value() : Value(true);
  }

 private:
  bool held_ = false;
  std::optional<std::size_t> last_;
};

class Cell final : public Model {
 public:
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    const std::string_view method = made.method;
    const Value old = value_;
    const bool reads = method == "read" || method == "swap";
    if (reads && last_) pairs.emplace_back(*last_, number);
    if (method == "cas") {
      if (value_ != made.args[0]) return Value(false);
      value_ = made.args[1];
    }
    if (method == "write" || method == "swap") value_ = made.args[0];
    if (method != "read") last_ = number;
    return reads ? old : method == "cas" ? Value(true) : Value();
  }

 private:
  Value value_{0};
  std::optional<std::size_t> last_;
};

// Room for one value, or for one key, as the specifications have it without an initial value.
class OnePlace final : public Model {
 public:
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    const std::string_view method = made.method;
    const bool offers = method == "offer";
    if (method == "put" || offers) {
      if (held_) return offers ? std::optional(Value(false)) : std::nullopt;
      held_ = {made.args[0], number};
      return offers ? Value(true) : Value();
    }
    if (!held_) return method == "take" ? std::nullopt : std::optional(Value());
    const auto [value, giver] = *held_;
    pairs.emplace_back(giver, number);
    if (method != "peek") held_.reset();
    return value;
  }

 private:
  std::optional<std::pair<Value, std::size_t>> held_;
};

class LastKey final : public Model {
 public:
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    const std::string_view method = made.method;
    if (method == "put") {
      key_ = made.args[0], value_ = made.args[1], giver_ = number;
      return Value();
    }
    if (!giver_ || key_ != made.args[0]) return Value();
    pairs.emplace_back(*giver_, number);
    if (method == "remove") giver_.reset();
    return value_;
  }

 private:
  Value key_, value_;
  std::optional<std::size_t> giver_;
};

class OnceOpened final : public Model {
 public:
  std::optional<Value> call(std::size_t number, const Made& made, Pairs& pairs) override {
    const std::string_view method = made.method;
    if (method == "count_down") {
      if (opened_by_) return std::nullopt;
      opened_by_ = number;
      return Value();
    }
    if (!opened_by_) return method == "wait" ? std::nullopt : std::optional(Value(false));
    pairs.emplace_back(*opened_by_, number);
    return method == "wait" ? Value() : Value(true);
  }

 private:
  std::optional<std::size_t> opened_by_;
};

struct Object {
  const char* spec;
  std::function<std::unique_ptr<Model>()> make;
  std::vector<std::pair<const char*, std::size_t>> methods;  // with how many arguments
};

const Object kObjects[] = {
    {"queue", [] { return std::make_unique<Sequence>(false); }, {{"enq", 1}, {"deq", 0}, {"peek", 0}}},
    {"stack", [] { return std::make_unique<Sequence>(true); }, {{"push", 1}, {"pop", 0}, {"peek", 0}}},
    {"mutex", [] { return std::make_unique<Lock>(); }, {{"lock", 0}, {"unlock", 0}, {"try_lock", 0}}},
    {"register",
     [] { return std::make_unique<Cell>(); },
     {{"read", 0}, {"write", 1}, {"swap", 1}, {"cas", 2}}},
    {"bounded_queue",
     [] { return std::make_unique<OnePlace>(); },
     {{"put", 1}, {"offer", 1}, {"take", 0}, {"poll", 0}, {"peek", 0}}},
    {"cache", [] { return std::make_unique<LastKey>(); }, {{"put", 2}, {"get", 1}, {"remove", 1}}},
    {"latch",
     [] { return std::make_unique<OnceOpened>(); },
     {{"count_down", 0}, {"wait", 0}, {"try_wait", 0}}},
    {"rwlock", [] { return std::make_unique<Lock>(); }, {{"lock", 0}, {"unlock", 0}, {"try_lock", 0}}},
};

// Whether, in some order, all results are right and all who take something see who gave it.
bool holds_by_definition(const Object& object, const std::vector<Made>& made,
                         const std::vector<std::uint64_t>& visible) {
  std::vector<std::size_t> order(made.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    const std::unique_ptr<Model> model = object.make();
    Pairs pairs;
    const bool explains = std::ranges::all_of(
        order, [&](std::size_t i) { return model->call(i, made[i], pairs) == made[i].result; });
    const bool sees = std::ranges::all_of(
        pairs, [&](const auto& pair) { return (visible[pair.second] >> pair.first & 1) != 0; });
    if (explains && sees) return true;
  } while (std::ranges::next_permutation(order).found);
  return false;
}

History history_of(const std::vector<Made>& made, const Spec& spec) {
  HistoryBuilder builder("made");
  for (std::size_t i = 0; i < made.size(); ++i)
    builder.call(builder.thread(static_cast<std::int64_t>(i)), builder.method(made[i].method), made[i].args,
                 builder.object(Value()), 0);
  for (std::size_t i = 0; i < made.size(); ++i)
    builder.ret(builder.thread(static_cast<std::int64_t>(i)), made[i].result, 0);
  History history = builder.finish();
  history.resolve(spec);
  return history;
}

// Calls in one order that have results; each in a thread of its own. Values differ, unless `values` is small.
std::vector<Made> draw_calls(const Object& object, std::mt19937& random, std::int64_t values) {
  const std::unique_ptr<Model> model = object.make();
  std::vector<Made> made;
  std::int64_t next = 0;
  Pairs unused;
  for (int tries = 0; tries < 12 && made.size() < 5; ++tries) {
    const auto& [method, arity] = object.methods[random() % object.methods.size()];
    Made one{method, {}, {}};
    for (std::size_t i = 0; i < arity; ++i) one.args.emplace_back(1 + next++ % values);
    if (std::string_view(method) == "cas") one.args[0] = Value(static_cast<std::int64_t>(random() % 3));
    // Keys are few, and those of all methods.
    if (object.spec == std::string_view("cache"))
      one.args[0] = Value(static_cast<std::int64_t>(random() % 2));
    const auto result = model->call(made.size(), one, unused);
    if (!result) continue;
    one.result = *result;
    made.push_back(one);
  }
  return made;
}

void expect_as_by_definition(bool unique) {
  std::size_t missing = 0, held = 0;
  for (unsigned seed = 0; seed < 6000 * test_scale(); ++seed) {
    std::mt19937 random(seed);
    const Object& object = kObjects[seed % std::size(kObjects)];
    const Spec spec = make_spec(object.spec);
    const std::vector<Made> made = draw_calls(object, random, unique ? 100 : 2);
    std::vector<std::uint64_t> visible(made.size());
    for (std::size_t b = 0; b < made.size(); ++b) {
      for (std::size_t a = 0; a < made.size(); ++a) {
        if (a == b || random() % 4 != 0) visible[b] |= std::uint64_t{1} << a;
      }
    }
    const auto found = find_missing_handover(history_of(made, spec), spec, visible);
    const bool holds = holds_by_definition(object, made, visible);
    // What is reported is wrong in every order.
    EXPECT_FALSE(found && holds) << object.spec << " " << seed;
    // With different values, everything that is wrong is found.
    if (unique && !std::string_view(object.spec).ends_with("lock") && object.spec != std::string("mutex")) {
      EXPECT_EQ(found.has_value(), !holds) << object.spec << " " << seed;
    }
    ++(found ? missing : held);
  }
  EXPECT_GT(missing, 300u);
  EXPECT_GT(held, 300u);
}

TEST(Handovers, WithDifferentValuesAreExact) {
  expect_as_by_definition(true);
}

TEST(Handovers, WithRepeatedValuesNothingRightIsReported) {
  expect_as_by_definition(false);
}

}  // namespace
}  // namespace linnet

// monitors_bench [THREADS] [OPERATIONS...]: CPU time per operation of the monitors alone, without reading.
//
// Each history is a recording, made in memory, of a correct atomic object under very high overlap: at every
// instant a random thread advances by one phase (call, take effect, return). Added values are unique and
// count from 1, except in the rows named "scattered", where they are spread over 64 bits.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <functional>
#include <queue>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "check/linearizability/algorithm.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

using Random = std::mt19937_64;

// Makes calls and executes them. The method of a call is an index into the specification's methods.
class Object {
 public:
  virtual ~Object() = default;
  explicit Object(bool scattered) : scattered_(scattered) {}
  virtual Operation call(Random& random) = 0;
  virtual Value take_effect(const Operation& op) = 0;

 protected:
  Value fresh() {
    ++last_;
    return scattered_ ? Value(static_cast<std::int64_t>(mix(last_) >> 3)) : Value(last_);
  }
  static Operation call(MethodIndex method) {
    Operation op;
    op.method = method;
    return op;
  }
  static Operation call(MethodIndex method, Value argument) {
    Operation op = call(method);
    op.argument_count = 1;
    op.argument = argument;
    return op;
  }

 private:
  bool scattered_;
  std::uint64_t last_ = 0;
};

// Adds, removes and peeks, with any order of removal.
template <class Items>
class Container final : public Object {
 public:
  Container(const Spec& spec, std::string_view add, std::string_view remove, std::string_view peek,
            bool scattered)
      : Object(scattered),
        add_(*spec.find(add, 1)),
        remove_(*spec.find(remove, 0)),
        peek_(*spec.find(peek, 0)) {}

 private:
  Operation call(Random& random) override {
    const auto dice = random() % 16;
    if (dice < 7) return Object::call(add_, fresh());
    return Object::call(dice < 15 ? remove_ : peek_);
  }
  Value take_effect(const Operation& op) override {
    if (op.method == add_) {
      items_.push(op.argument);
      return Value();
    }
    if (items_.empty()) return Value();
    const Value seen = next(items_);
    if (op.method == remove_) items_.pop();
    return seen;
  }
  static Value next(const std::queue<Value>& items) { return items.front(); }
  template <class Other>
  static Value next(const Other& items) {
    return items.top();
  }

  MethodIndex add_, remove_, peek_;
  Items items_;
};

struct LastIn {
  std::vector<Value> items;
  void push(Value v) { items.push_back(v); }
  void pop() { items.pop_back(); }
  bool empty() const { return items.empty(); }
  Value top() const { return items.back(); }
};

class SetObject final : public Object {
 public:
  SetObject(const Spec& spec, bool scattered)
      : Object(scattered),
        add_(*spec.find("add", 1)),
        remove_(*spec.find("remove", 1)),
        contains_(*spec.find("contains", 1)) {}

 private:
  Operation call(Random& random) override {
    const auto dice = random() % 16;
    if (dice < 6 || recent_.empty()) {
      recent_.push_back(fresh());
      if (recent_.size() > 64) recent_.pop_front();
      return Object::call(add_, recent_.back());
    }
    return Object::call(dice < 11 ? remove_ : contains_, recent_[random() % recent_.size()]);
  }
  Value take_effect(const Operation& op) override {
    bool& present = present_[op.argument.bits()];
    const bool before = present;
    if (op.method == add_) {
      present = true;
      return Value(!before);
    }
    if (op.method == remove_) present = false;
    return Value(before);
  }

  MethodIndex add_, remove_, contains_;
  std::deque<Value> recent_;
  std::unordered_map<std::uint64_t, bool> present_;
};

class RegisterObject final : public Object {
 public:
  RegisterObject(const Spec& spec, bool scattered)
      : Object(scattered), read_(*spec.find("read", 0)), write_(*spec.find("write", 1)) {}

 private:
  Operation call(Random& random) override {
    return random() % 2 == 0 ? Object::call(write_, fresh()) : Object::call(read_);
  }
  Value take_effect(const Operation& op) override {
    if (op.method == read_) return value_;
    value_ = op.argument;
    return Value();
  }

  MethodIndex read_, write_;
  Value value_ = 0;
};

std::unique_ptr<Object> make_object(const Spec& spec, bool scattered) {
  const std::string& name = spec.name();
  if (name == "queue")
    return std::make_unique<Container<std::queue<Value>>>(spec, "enq", "deq", "peek", scattered);
  if (name == "stack") return std::make_unique<Container<LastIn>>(spec, "push", "pop", "peek", scattered);
  if (name == "pqueue")
    return std::make_unique<Container<std::priority_queue<Value>>>(spec, "insert", "deqMax", "peekMax",
                                                                   scattered);
  if (name == "set") return std::make_unique<SetObject>(spec, scattered);
  return std::make_unique<RegisterObject>(spec, scattered);
}

History record(const Spec& spec, Object& object, std::size_t threads, std::size_t operations) {
  constexpr std::size_t kIdle = ~std::size_t{0};
  struct Thread {
    std::size_t running = kIdle;
    bool effective = false;
  };
  History history;
  auto words = std::make_shared<Vocabulary>();
  for (const Method& m : spec.methods()) words->methods.push_back(m.name);
  history.words = words;
  history.operations.reserve(operations);
  std::vector<Thread> all(threads);
  Random random(1);
  Rank rank = 0;
  for (std::size_t done = 0; done < operations;) {
    const std::size_t t = random() % threads;
    Thread& thread = all[t];
    if (thread.running == kIdle) {
      if (history.size() == operations) continue;
      thread = {history.size(), false};
      history.operations.push_back(object.call(random));
      history.operations.back().call = rank++;
      history.operations.back().thread = ThreadId(t);
    } else if (!thread.effective) {
      Operation& op = history.operations[thread.running];
      op.result = object.take_effect(op);
      thread.effective = true;
    } else {
      history.operations[thread.running].ret = rank++;
      thread.running = kIdle;
      ++done;
    }
  }
  return history;
}

double cpu_nanoseconds(const std::function<void()>& work) {
  timespec before{}, after{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  work();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  return static_cast<double>(after.tv_sec - before.tv_sec) * 1e9 +
         static_cast<double>(after.tv_nsec - before.tv_nsec);
}

void measure(const Algorithm& algorithm, const Spec& spec, std::size_t threads, std::size_t operations,
             bool scattered) {
  const History history = record(spec, *make_object(spec, scattered), threads, operations);
  const Budget budget;
  const auto per_operation = [&](const std::function<void()>& work) {
    double best = cpu_nanoseconds(work);
    for (int i = 0; i < 2; ++i) best = std::min(best, cpu_nanoseconds(work));
    return best / static_cast<double>(operations);
  };
  bool right = true;
  const double obstacle = per_operation([&] { right &= !algorithm.obstacle({history, spec, budget}); });
  const double decide = per_operation([&] { right &= passed(algorithm.decide({history, spec, budget})); });
  const double witness = per_operation([&] {
    right &= passed(algorithm.decide({history, spec, budget, true}));
  });
  fmt::print("{:<18}{:<11}{:>9}{:>10.1f}{:>10.1f}{:>10.1f}  {}\n", algorithm.name,
             scattered ? "scattered" : "dense", operations, obstacle, decide, witness, right ? "" : "WRONG");
}

}  // namespace
}  // namespace linnet

int main(int argc, char** argv) {
  using namespace linnet;
  const std::size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 16;
  std::vector<std::size_t> sizes;
  for (int i = 2; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {100'000, 1'000'000};
  fmt::print("{:<18}{:<11}{:>9}{:>10}{:>10}{:>10}  ns per operation, {} threads\n", "", "values", "n",
             "obstacle", "decide", "+witness", threads);
  const std::pair<const Algorithm*, const char*> all[] = {{&kQueueMonitor, "queue"},
                                                          {&kSetMonitor, "set"},
                                                          {&kRegisterMonitor, "register"},
                                                          {&kStackMonitor, "stack"},
                                                          {&kPriorityQueueMonitor, "pqueue"}};
  for (const std::size_t n : sizes) {
    for (const auto& [algorithm, name] : all) {
      for (const bool scattered : {false, true}) measure(*algorithm, make_spec(name), threads, n, scattered);
    }
  }
}

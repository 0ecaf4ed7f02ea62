// generate_history SPEC THREADS OPERATIONS FORM [SEED]: writes a linearizable history with very high overlap.
//
// THREADS threads use a correct atomic object; at every instant a random thread advances by one phase (call,
// take effect, return), so that nearly all threads are inside an operation at any time, and an operation
// takes effect anywhere in its interval. Added values are unique, except for objects for which that means
// nothing. FORM: events or operations (native JSON Lines), or columns (the `method value start end` of the
// specialised tools).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace {

struct Operation {
  const char* method = "";
  const char* column_method = "";  // its name in the column formats
  bool has_argument = false;
  std::int64_t argument = 0;
  enum class Result { null, integer, yes, no } kind = Result::null;
  std::int64_t result = 0;
};

// The object: makes the next call for a thread, and executes it when its time has come.
class Object {
 public:
  virtual ~Object() = default;
  virtual Operation call(std::mt19937_64& random) = 0;
  virtual void take_effect(Operation& op) = 0;

 protected:
  static void give(Operation& op, bool some, std::int64_t value) {
    op.kind = some ? Operation::Result::integer : Operation::Result::null;
    op.result = value;
  }
  static void give(Operation& op, bool answer) {
    op.kind = answer ? Operation::Result::yes : Operation::Result::no;
  }
  std::int64_t fresh() { return ++last_value_; }

 private:
  std::int64_t last_value_ = 0;
};

class Queue final : public Object {
  std::deque<std::int64_t> items_;
  Operation call(std::mt19937_64& random) override {
    const auto dice = random() % 16;
    if (dice < 7) return {.method = "enq", .column_method = "enq", .has_argument = true, .argument = fresh()};
    if (dice < 15) return {.method = "deq", .column_method = "deq"};
    return {.method = "peek", .column_method = "peek"};
  }
  void take_effect(Operation& op) override {
    if (op.has_argument) return items_.push_back(op.argument);
    give(op, !items_.empty(), items_.empty() ? 0 : items_.front());
    if (op.method[0] == 'd' && !items_.empty()) items_.pop_front();
  }
};

class Stack final : public Object {
  std::vector<std::int64_t> items_;
  Operation call(std::mt19937_64& random) override {
    const auto dice = random() % 16;
    if (dice < 7)
      return {.method = "push", .column_method = "push", .has_argument = true, .argument = fresh()};
    if (dice < 15) return {.method = "pop", .column_method = "pop"};
    return {.method = "peek", .column_method = "peek"};
  }
  void take_effect(Operation& op) override {
    if (op.has_argument) return items_.push_back(op.argument);
    give(op, !items_.empty(), items_.empty() ? 0 : items_.back());
    if (op.method[1] == 'o' && !items_.empty()) items_.pop_back();
  }
};

class PriorityQueue final : public Object {
  std::priority_queue<std::int64_t> items_;
  Operation call(std::mt19937_64& random) override {
    const auto dice = random() % 16;
    // The order of insertion is scrambled, so that priorities are not simply the age.
    if (dice < 7) {
      const std::int64_t value =
          static_cast<std::int64_t>((static_cast<std::uint64_t>(fresh()) * 2654435761u) & 0xffffffff);
      return {.method = "insert", .column_method = "insert", .has_argument = true, .argument = value};
    }
    if (dice < 15) return {.method = "deqMax", .column_method = "poll"};
    return {.method = "peekMax", .column_method = "peek"};
  }
  void take_effect(Operation& op) override {
    if (op.has_argument) return items_.push(op.argument);
    give(op, !items_.empty(), items_.empty() ? 0 : items_.top());
    if (op.method[0] == 'd' && !items_.empty()) items_.pop();
  }
};

// Every value is added once and removed at most once, as the monitors for unique values need it; look-ups,
// and adds and removes that fail, are of recent values.
class Set final : public Object {
  std::unordered_map<std::int64_t, bool> present_;  // false once removed
  std::int64_t newest_ = 0;
  Operation call(std::mt19937_64& random) override {
    const auto dice = random() % 16;
    const auto recent = [&] {
      return std::max<std::int64_t>(1, newest_ - static_cast<std::int64_t>(random() % 64));
    };
    if (dice < 6 || newest_ == 0) {
      return {
          .method = "add", .column_method = "insert", .has_argument = true, .argument = newest_ = fresh()};
    }
    if (dice < 11)
      return {.method = "remove", .column_method = "remove", .has_argument = true, .argument = recent()};
    return {.method = "contains", .column_method = "contains", .has_argument = true, .argument = recent()};
  }
  void take_effect(Operation& op) override {
    const auto at = present_.find(op.argument);
    const bool present = at != present_.end() && at->second;
    switch (op.method[0]) {
      case 'a': present_[op.argument] = true, give(op, !present); break;
      case 'r':
        if (present) at->second = false;
        give(op, present);
        break;
      default: give(op, present);
    }
  }
};

class Register final : public Object {
  std::int64_t value_ = 0;
  Operation call(std::mt19937_64& random) override {
    if (random() % 2 == 0)
      return {.method = "write", .column_method = "write", .has_argument = true, .argument = fresh()};
    return {.method = "read", .column_method = "read"};
  }
  void take_effect(Operation& op) override {
    if (op.has_argument) {
      value_ = op.argument;
    } else {
      give(op, true, value_);
    }
  }
};

std::string result_of(const Operation& op) {
  switch (op.kind) {
    case Operation::Result::null: return "null";
    case Operation::Result::integer: return fmt::to_string(op.result);
    case Operation::Result::yes: return "true";
    case Operation::Result::no: return "false";
  }
  return "";
}

struct Thread {
  enum class Phase { idle, called, effective } phase = Phase::idle;
  Operation op;
  std::uint64_t called_at = 0;
};

class Writer {
 public:
  Writer(std::string_view form, std::string_view spec) : form_(form), spec_(spec) {
    if (form_ == "columns") {
      out_ = fmt::format("# {}\n", spec == "pqueue" ? "priorityqueue" : spec);
    } else {
      out_ = fmt::format("{{\"linnet\":1,\"spec\":\"{}\"}}\n", spec);
    }
  }
  ~Writer() { flush(); }

  void call(std::size_t thread, const Operation& op) {
    if (form_ == "events") {
      add("{{\"type\":\"call\",\"thread\":{},\"op\":\"{}\",\"args\":[{}]}}\n", thread, op.method,
          argument(op));
    }
  }
  void ret(std::size_t thread, const Thread& t, std::uint64_t now) {
    const Operation& op = t.op;
    if (form_ == "events") {
      add("{{\"type\":\"return\",\"thread\":{},\"result\":{}}}\n", thread, result_of(op));
    } else if (form_ == "operations") {
      add("{{\"thread\":{},\"op\":\"{}\",\"args\":[{}],\"result\":{},\"call\":{},\"return\":{}}}\n", thread,
          op.method, argument(op), result_of(op), t.called_at, now);
    } else if (spec_ == "set") {
      // An add or remove that failed is a look-up by another name.
      const bool yes = op.kind == Operation::Result::yes;
      const bool found = op.method[0] == 'c' ? yes : op.method[0] == 'a';
      const std::string method =
          op.method[0] != 'c' && yes ? op.column_method : fmt::format("contains_{}", found);
      add("{} {} {} {}\n", method, op.argument, t.called_at, now);
    } else {
      add("{} {} {} {}\n", op.column_method,
          op.has_argument                      ? op.argument
          : op.kind == Operation::Result::null ? -1
                                               : op.result,
          t.called_at, now);
    }
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    if (out_.size() > (1u << 20)) flush();
  }
  static std::string argument(const Operation& op) {
    return op.has_argument ? fmt::to_string(op.argument) : "";
  }
  void flush() {
    std::fwrite(out_.data(), 1, out_.size(), stdout);
    out_.clear();
  }

  std::string_view form_, spec_;
  std::string out_;
};

std::unique_ptr<Object> make_object(std::string_view spec) {
  if (spec == "queue") return std::make_unique<Queue>();
  if (spec == "stack") return std::make_unique<Stack>();
  if (spec == "pqueue") return std::make_unique<PriorityQueue>();
  if (spec == "set") return std::make_unique<Set>();
  if (spec == "register") return std::make_unique<Register>();
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const auto object = argc >= 5 ? make_object(argv[1]) : nullptr;
  if (object == nullptr) {
    fmt::print(stderr,
               "usage: generate_history queue|stack|pqueue|set|register THREADS OPERATIONS "
               "events|operations|columns [SEED]\n");
    return 2;
  }
  std::vector<Thread> threads(std::strtoul(argv[2], nullptr, 10));
  std::uint64_t to_call = std::strtoull(argv[3], nullptr, 10), running = 0, now = 0;
  std::mt19937_64 random(argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 1);
  Writer writer(argv[4], argv[1]);
  while (to_call > 0 || running > 0) {
    const std::size_t i = random() % threads.size();
    Thread& t = threads[i];
    switch (t.phase) {
      case Thread::Phase::idle:
        if (to_call == 0) continue;
        --to_call, ++running;
        t.op = object->call(random);
        t.called_at = ++now;
        writer.call(i, t.op);
        t.phase = Thread::Phase::called;
        break;
      case Thread::Phase::called:
        object->take_effect(t.op);
        t.phase = Thread::Phase::effective;
        break;
      case Thread::Phase::effective:
        --running;
        writer.ret(i, t, ++now);
        t.phase = Thread::Phase::idle;
        break;
    }
  }
}

// Simulates a recorder of an atomic memory whose threads expect what they have read.
#include "mwcas_histories.hpp"

#include <algorithm>

namespace linnet::testing {

namespace {

class MwcasRecorder {
 public:
  MwcasRecorder(Random& rng, const Spec& spec, const MwcasShape& shape)
      : rng_(rng), spec_(spec), shape_(shape), memory_(shape.locations, Value(0)) {
    threads_.resize(shape.threads, {.known = memory_});
  }

  History run() {
    std::size_t running = 0;
    while (history_.size() < shape_.operations || running > 0) {
      Thread& thread = threads_[below(threads_.size())];
      if (thread.operation == kIdle) {
        if (history_.size() == shape_.operations) continue;
        call(thread);
        if (thread.operation != kIdle) ++running;
      } else if (!thread.took_effect) {
        take_effect(thread);
      } else {
        finish(thread);
        --running;
      }
    }
    history_.words = vocabulary(spec_, next_thread_, 1);
    if (chance(shape_.corrupted)) corrupt();
    return std::move(history_);
  }

 private:
  static constexpr std::size_t kIdle = ~std::size_t{0};
  struct Thread {
    std::size_t operation = kIdle;
    bool took_effect = false;
    Value result = {};
    std::vector<Value> known = {};  // by location: what it last read or wrote there
    std::size_t name = 0;
  };

  std::size_t below(std::size_t n) { return testing::below(rng_, n); }
  bool chance(double p) { return testing::chance(rng_, p); }
  static std::size_t place(Value location) { return static_cast<std::size_t>(location.as_int64()); }

  void call(Thread& thread) {
    std::vector<Value> locations, expected, desired;
    const std::size_t words = 1 + below(std::min(shape_.words, shape_.locations));
    for (std::size_t m = below(shape_.locations), k = 0; k < words; ++k, m = (m + 1) % shape_.locations) {
      locations.emplace_back(m);
      expected.push_back(thread.known[m]);
    }
    const bool writes = chance(shape_.writes), reads = !writes && chance(0.4);
    if (!reads) {
      for (std::size_t k = 0; k < words; ++k) desired.emplace_back(++last_value_);
    }
    Operation op;
    std::vector<Value> args = {Value::array(locations)};
    if (!reads && !writes) args.push_back(Value::array(expected));
    if (!reads) args.push_back(Value::array(desired));
    set_call(op, spec_.find(reads ? "read" : writes ? "write" : "mwcas", args.size()).value(), args);
    op.call = rank_++;
    op.status = Operation::Status::pending;
    if (thread.name == 0) thread.name = ++next_thread_;
    op.thread = ThreadId(thread.name - 1);
    history_.operations.push_back(op);
    thread.operation = history_.size() - 1;
    thread.took_effect = false;
    if (reads || !chance(shape_.pending)) return;
    if (chance(0.7)) take_effect(thread);
    thread.operation = kIdle;
    thread.name = 0;
  }

  void take_effect(Thread& thread) {
    thread.took_effect = true;
    const auto args = history_.operations[thread.operation].args();
    const auto locations = args[0].as_array();
    std::vector<Value> seen, differing;
    for (std::size_t k = 0; k < locations.size(); ++k) {
      seen.push_back(memory_[place(locations[k])]);
      if (args.size() == 3 && args[1].as_array()[k] != seen[k]) differing.push_back(locations[k]);
    }
    if (args.size() == 1) {
      thread.result = Value::array(seen);
    } else if (differing.empty()) {
      thread.result = args.size() == 2 ? Value() : Value(true);
      for (std::size_t k = 0; k < locations.size(); ++k)
        memory_[place(locations[k])] = args.back().as_array()[k];
    } else {
      const std::size_t form = below(3);
      thread.result = form == 0   ? Value(false)
                      : form == 1 ? differing[below(differing.size())]
                                  : Value::array(seen);
    }
  }

  void finish(Thread& thread) {
    Operation& op = history_.operations[thread.operation];
    op.ret = rank_++;
    op.result = thread.result;
    op.status = Operation::Status::completed;
    thread.operation = kIdle;
    const auto args = op.args();
    const bool won = args.size() == 2 || (args.size() == 3 && op.result == Value(true));
    if (!won && !op.result.is_array()) return;
    const auto values = won ? args.back().as_array() : op.result.as_array();
    for (std::size_t k = 0; k < values.size(); ++k) thread.known[place(args[0].as_array()[k])] = values[k];
  }

  void corrupt() {
    std::vector<Operation*> completed;
    for (Operation& op : history_.operations) {
      if (op.completed()) completed.push_back(&op);
    }
    if (completed.empty()) return;
    Operation& victim = *completed[below(completed.size())];
    if (chance(0.4)) {
      for (Operation& op : history_.operations) {
        for (Rank* const rank : {&op.call, &op.ret})
          *rank += *rank > victim.call && *rank < victim.ret ? 1 : 0;
      }
      victim.ret = victim.call + 1;
    } else if (victim.argument_count == 3) {
      victim.result = victim.result == Value(true)
                          ? (chance(0.5) ? Value(false) : victim.args()[0].as_array()[0])
                          : Value(true);
    } else if (victim.argument_count == 1) {
      std::vector<Value> values(victim.result.as_array().begin(), victim.result.as_array().end());
      values[below(values.size())] = Value(below(last_value_ + 1));
      victim.result = Value::array(values);
    }
  }

  Random& rng_;
  const Spec& spec_;
  const MwcasShape& shape_;
  std::vector<Thread> threads_;
  std::size_t next_thread_ = 0;
  std::vector<Value> memory_;  // by location
  std::size_t last_value_ = 0;
  Rank rank_ = 0;
  History history_;
};

}  // namespace

History random_mwcas_history(Random& rng, const Spec& spec, const MwcasShape& shape) {
  return MwcasRecorder(rng, spec, shape).run();
}

MwcasEvent multiword_read(Values locations, Values values, Rank call, Rank ret) {
  return {"read", {Value::array(locations)}, Value::array(values), call, ret};
}
MwcasEvent multiword_swap(Values locations, Values expected, Values desired, Rank call, Rank ret) {
  return multiword_failure(locations, expected, desired, Value(true), call, ret);
}
MwcasEvent multiword_failure(Values locations, Values expected, Values desired, Value result, Rank call,
                             Rank ret) {
  return {
      "mwcas", {Value::array(locations), Value::array(expected), Value::array(desired)}, result, call, ret};
}

History mwcas_history(const Spec& spec, const std::vector<MwcasEvent>& events) {
  History history;
  history.words = vocabulary(spec, 0, 1);
  for (const MwcasEvent& event : events) {
    Operation op;
    set_call(op, spec.find(event.method, event.args.size()).value(), event.args);
    op.result = event.result;
    op.call = event.call;
    op.ret = event.ret;
    op.thread = ThreadId(history.size());
    history.operations.push_back(op);
  }
  return history;
}

}  // namespace linnet::testing

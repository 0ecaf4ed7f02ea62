// Generates histories: enumerates shapes and labels, and simulates a recorder.
#include "histories.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "history/formats/json.hpp"
#include "history/formats/writer.hpp"
#include "sanitizers.hpp"

namespace linnet::testing {

namespace {

// An alphabet as JSON: each entry has a method, its arguments, and the results that it may have.
struct WrittenAlphabet {
  std::string_view spec;
  bool interchangeable;
  const char* entries;
};

constexpr WrittenAlphabet kAlphabets[] = {
    {"register", true, R"([["write", [1], [null]], ["write", [2], [null]], ["read", [], [0, 1, 2]],
        ["cas", [1, 2], [true, false]], ["cas", [2, 1], [true, false]], ["swap", [1], [0, 2]], ["swap", [2], [0, 1]]])"},
    {"counter", false,
     R"([["inc", [], [null]], ["dec", [], [null]], ["get", [], [-1, 0, 1, 2]], ["set", [1], [null]],
        ["fetch_add", [2], [0, 1, 2]]])"},
    {"semaphore", false,
     R"([["inc", [], [null]], ["dec", [], [null]], ["try_dec", [], [true, false]], ["get", [], [0, 1, 2]]])"},
    {"queue", true,
     R"([["enq", [1], [null]], ["enq", [2], [null]], ["deq", [], [null, 1, 2]], ["peek", [], [null, 1, 2]],
        ["take", [], [1, 2]]])"},
    {"stack", true,
     R"([["push", [1], [null]], ["push", [2], [null]], ["pop", [], [null, 1, 2]], ["peek", [], [null, 1, 2]]])"},
    {"pqueue", false, R"([["insert", [1], [null]], ["insert", [2], [null]], ["insert", [2, 1], [null]],
        ["deqMin", [], [null, 1, 2]], ["deqMax", [], [1, 2]], ["peekMin", [], [null, 1, 2]]])"},
    {"deque", true, R"([["pushFront", [1], [null]], ["pushFront", [2], [null]], ["pushBack", [1], [null]],
        ["pushBack", [2], [null]], ["popFront", [], [null, 1, 2]], ["popBack", [], [null, 1, 2]]])"},
    {"set", true,
     R"([["add", [1], [true, false]], ["add", [2], [true, false]], ["remove", [1], [true, false]],
        ["remove", [2], [true, false]], ["contains", [1], [true, false]], ["contains", [2], [true, false]]])"},
    {"map", false,
     R"([["put", [1, 1], [null, 2]], ["put", [1, 2], [null, 1]], ["put", [2, 1], [null]], ["get", [1], [null, 1]],
        ["remove", [1], [null, 1]], ["containsKey", [1], [true]], ["containsValue", [1], [false]], ["size", [], [0, 2]]])"},
    {"bag", true, R"([["add", [1], [null]], ["add", [2], [null]], ["take", [], [null, 1, 2]]])"},
    {"mutex", false, R"([["lock", [], [null]], ["unlock", [], [null]], ["try_lock", [], [true, false]]])"},
    {"mwcas", false, R"([["read", [["a"]], [[1]]], ["read", [["a", "b"]], [[0, 0], [1, 0]]],
        ["mwcas", [["a", "b"], [0, 0], [1, 1]], [true, false, "b"]], ["mwcas", [["a"], [1], [0]], [true, [0]]],
        ["write", [["a"], [1]], [null]], ["swap", [["b"], [1]], [[0], [1]]]])"},
    {"kv", false,
     R"([["get", ["k"], ["", "a", "ab", "b"]], ["get", ["l"], ["", "a"]], ["put", ["k", "a"], [null]],
        ["put", ["l", "a"], [null]], ["append", ["k", "b"], [null]], ["append", ["k", "a"], [null]]])"},
    {"bounded_queue", true,
     R"([["put", [1], [null]], ["put", [2], [null]], ["offer", [1], [true, false]], ["offer", [2], [true, false]],
        ["take", [], [1, 2]], ["poll", [], [null, 1, 2]], ["size", [], [0, 1]]])"},
    {"cache", false,
     R"([["put", [1, 1], [null]], ["put", [2, 2], [null]], ["get", [1], [null, 1]], ["get", [2], [null, 2]],
        ["remove", [1], [null, 1]], ["size", [], [0, 1]]])"},
    {"latch", false,
     R"([["count_down", [], [null]], ["wait", [], [null]], ["try_wait", [], [true, false]]])"},
    {"rwlock", false,
     R"([["lock", [], [null]], ["unlock", [], [null]], ["try_lock", [], [true, false]], ["lock_shared", [], [null]],
        ["unlock_shared", [], [null]], ["try_lock_shared", [], [true, false]]])"},
};

std::map<std::string, Alphabet, std::less<>> make_alphabets() {
  std::map<std::string, Alphabet, std::less<>> all;
  simdjson::dom::parser parser = make_json_parser();
  for (const WrittenAlphabet& written : kAlphabets) {
    Alphabet& alphabet = all[std::string(written.spec)];
    alphabet.interchangeable = written.interchangeable;
    const Value entries = to_value(parser.parse(std::string(written.entries)).value());
    for (const Value entry : entries.as_array()) {
      const auto args = entry.as_array()[1].as_array(), results = entry.as_array()[2].as_array();
      alphabet.entries.push_back({std::string(entry.as_array()[0].as_text()),
                                  {args.begin(), args.end()},
                                  {results.begin(), results.end()}});
    }
  }
  return all;
}

// The shapes of small histories, and within each the labels.
class Enumerator {
 public:
  Enumerator(const Spec& spec, const Alphabet& alphabet, std::size_t operations, std::size_t threads,
             const std::function<void(const History&)>& visit)
      : operations_(operations), threads_(threads), visit_(visit) {
    interchangeable_ = alphabet.interchangeable;
    for (const Alphabet::Entry& entry : alphabet.entries) {
      Label label;
      set_call(label.op, spec.find(entry.method, entry.args.size()).value(), entry.args);
      for (const Value v : entry.args) note(label.first, v);
      label.op.status = Operation::Status::pending;
      pending_.push_back(label);
      for (const Value result : entry.results) {
        Label done = label;
        done.op.status = Operation::Status::completed;
        done.op.result = result;
        note(done.first, result);
        completed_.push_back(done);
      }
    }
    history_.words = vocabulary(spec, threads, 1);
  }

  void run() { events(0); }

 private:
  struct Label {
    Operation op;
    int first = 0;  // which of 1 and 2 occurs first in it
  };

  static void note(int& first, Value v) {
    if (first == 0 && (v == Value(1) || v == Value(2))) first = v == Value(1) ? 1 : 2;
  }

  // Appends the next event: a call by the first free thread, or the return of a running operation. Returns
  // between the same two calls are listed by increasing operation.
  void events(std::size_t earliest_return) {
    auto& ops = history_.operations;
    if (ops.size() == operations_) {
      labels(0, 0);
    } else if (running() < threads_) {
      ops.emplace_back();
      ops.back().call = rank_++;
      ops.back().thread = free_thread();
      events(0);
      --rank_;
      ops.pop_back();
    }
    for (std::size_t i = earliest_return; i < ops.size(); ++i) {
      if (ops[i].ret != kNever) continue;
      ops[i].ret = rank_++;
      events(i + 1);
      --rank_;
      ops[i].ret = kNever;
    }
  }

  std::size_t running() const {
    return static_cast<std::size_t>(
        std::ranges::count(history_.operations, kNever, [](const Operation& op) { return op.ret; }));
  }

  ThreadId free_thread() const {
    for (std::size_t t = 0;; ++t) {
      const bool busy =
          std::any_of(history_.operations.begin(), history_.operations.end() - 1,
                      [t](const auto& op) { return op.ret == kNever && op.thread == ThreadId(t); });
      if (!busy) return ThreadId(t);
    }
  }

  void labels(std::size_t i, int first) {
    if (i == operations_) {
      visit_(history_);
      return;
    }
    Operation& op = history_.operations[i];
    const bool pending = op.ret == kNever;
    const std::vector<Label>& choices = pending ? pending_ : completed_;
    for (std::size_t k = 0; k < choices.size(); ++k) {
      const std::size_t code = k + (pending ? completed_.size() : 0);
      const bool neighbours = i > 0 && history_.operations[i - 1].call + 1 == op.call;
      if (neighbours && code < codes_[i - 1]) continue;
      const int occurs = first != 0 ? first : choices[k].first;
      if (interchangeable_ && occurs == 2) continue;
      const Operation place = op;
      op = choices[k].op;
      op.call = place.call, op.ret = place.ret, op.thread = place.thread;
      codes_.resize(operations_);
      codes_[i] = code;
      labels(i + 1, occurs);
    }
  }

  std::size_t operations_, threads_;
  const std::function<void(const History&)>& visit_;
  bool interchangeable_ = false;
  std::vector<Label> completed_, pending_;
  History history_;
  Rank rank_ = 0;
  std::vector<std::size_t> codes_;
};

// How the arguments of a method are drawn: f is a value to add, u one that is perhaps in use, n a small
// integer, k a key, s a text. For mwcas: m locations, v the same number of values.
std::string_view roles(std::string_view spec, const Method& method) {
  const std::string& name = method.name;
  if (spec == "register") return name == "cas" ? "uf" : "f";
  if (spec == "counter") return "n";
  if (spec == "pqueue") return "fn";
  if (spec == "set") return name == "add" ? "f" : "u";
  if (spec == "map") return name == "put" ? "kf" : name == "containsValue" ? "u" : "k";
  if (spec == "mwcas") return "mvv";
  if (spec == "kv") return "ks";
  return "f";
}

class CallDrawer {
 public:
  CallDrawer(Random& rng, const Spec& spec, const Shape& shape) : rng_(rng), spec_(spec), shape_(shape) {}

  void draw(Operation& op) {
    const MethodIndex method = draw_method();
    const std::string_view drawn_as = roles(spec_.name(), spec_.method(method));
    std::vector<Value> args;
    std::size_t locations = 0;
    for (std::size_t i = 0; i < spec_.method(method).parameters.size(); ++i) {
      if (drawn_as[i] == 'm') locations = 1 + below(rng_, 2);
      args.push_back(argument(drawn_as[i], locations));
    }
    set_call(op, method, args);
  }

 private:
  MethodIndex draw_method() {
    const bool adds = shape_.balanced && chance(rng_, 0.5);
    for (;;) {
      const auto method = static_cast<MethodIndex>(below(rng_, spec_.methods().size()));
      const std::vector<Method>& all = spec_.methods();
      const auto like = [&](const Method& m) { return m.parameters.empty() != adds; };
      if (!shape_.balanced || like(all[method]) || std::ranges::none_of(all, like)) return method;
    }
  }

  Value fresh() {
    // An odd factor: distinct for distinct counters, in no particular order.
    if (shape_.unique) return Value(static_cast<std::uint32_t>(++added_ * 0x9E3779B1u));
    return Value(1 + below(rng_, shape_.values));
  }

  Value argument(char role, std::size_t locations) {
    switch (role) {
      case 'u': return recent_.empty() ? Value(0) : recent_[below(rng_, recent_.size())];
      case 'n': return Value(below(rng_, 3));
      case 'k': return Value(below(rng_, shape_.values));
      case 's':
        return Value(shape_.unique ? fmt::format("x{} ", ++added_)
                                   : std::string(1, static_cast<char>('a' + below(rng_, shape_.values))));
      case 'm':
        return locations == 1 ? Value::array({Value(below(rng_, 3))})
                              : Value::array({Value(0), Value(1 + below(rng_, 2))});
      case 'v':
        return locations == 1 ? Value::array({Value(below(rng_, 2))})
                              : Value::array({Value(below(rng_, 2)), Value(below(rng_, 2))});
      default: break;
    }
    const Value v = fresh();
    if (recent_.size() < 4)
      recent_.push_back(v);
    else
      recent_[below(rng_, 4)] = v;
    return v;
  }

  Random& rng_;
  const Spec& spec_;
  const Shape& shape_;
  std::uint32_t added_ = 0;
  std::vector<Value> recent_;
};

// Runs threads on atomic objects and records what they see.
class Recorder {
 public:
  struct Record {
    Operation op;
    double call = 0, ret = std::numeric_limits<double>::infinity();
    std::size_t effect = kNone;  // when it took effect, counting effects
  };
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  Recorder(Random& rng, const Spec& spec, const Shape& shape)
      : rng_(rng),
        shape_(shape),
        calls_(rng, spec, shape),
        space_(spec.open()),
        states_(shape.objects, StateSpace::initial()),
        running_(shape.threads, kNone) {
    for (std::size_t t = 0; t < shape.threads; ++t) names_.emplace_back(t);
  }

  std::vector<Record> run() {
    const std::size_t limit = 100 * (shape_.operations + shape_.threads);
    std::size_t thread = 0;
    for (std::size_t steps = 0; steps < limit && (records_.size() < shape_.operations || busy()); ++steps) {
      if (!chance(rng_, 1 - shape_.overlap) || running_[thread] == kNone)
        thread = below(rng_, shape_.threads);
      step(thread);
      if (!lost_.empty() && chance(rng_, 0.1)) {
        const std::size_t which = below(rng_, lost_.size());
        take_effect(records_[lost_[which]]);
        std::swap(lost_[which], lost_.back()), lost_.pop_back();
      }
      if (space_->size() > 100'000) space_->forget_all_but(states_);
    }
    return std::move(records_);
  }

 private:
  bool busy() const {
    return std::ranges::any_of(running_, [](std::size_t r) { return r != kNone; });
  }

  void step(std::size_t t) {
    if (running_[t] == kNone) {
      if (records_.size() < shape_.operations) call(t);
      return;
    }
    Record& record = records_[running_[t]];
    if (record.effect == kNone) {
      take_effect(record);
    } else {
      record.ret = static_cast<double>(clock_++);
      record.op.status = Operation::Status::completed;
      running_[t] = kNone;
    }
  }

  void call(std::size_t t) {
    Record record;
    calls_.draw(record.op);
    record.op.object = ObjectId(below(rng_, shape_.objects));
    record.op.status = Operation::Status::pending;
    record.op.thread = names_[t];
    record.call = static_cast<double>(clock_++);
    if (chance(rng_, shape_.pending)) {
      lost_.push_back(records_.size());
      names_[t] = ThreadId(next_name_++);
    } else {
      running_[t] = records_.size();
    }
    records_.push_back(record);
  }

  void take_effect(Record& record) {
    StateId& state = states_[record.op.object.value];
    std::vector<StateSpace::Outcome> outcomes;
    space_->outcomes(state, record.op.as_call(), outcomes);
    // If only methods are drawn at random, perhaps no thread is left that could end the waiting.
    if (outcomes.empty() && shape_.balanced && chance(rng_, 0.1)) calls_.draw(record.op);
    if (outcomes.empty()) return;
    const auto& outcome = outcomes[below(rng_, outcomes.size())];
    state = outcome.state;
    record.op.result = outcome.result;
    record.effect = effects_++;
  }

  Random& rng_;
  const Shape& shape_;
  CallDrawer calls_;
  std::unique_ptr<StateSpace> space_;
  std::vector<StateId> states_;
  std::vector<std::size_t> running_;
  std::vector<ThreadId> names_;
  std::size_t next_name_ = 1'000'000;
  std::vector<std::size_t> lost_;
  std::vector<Record> records_;
  std::size_t clock_ = 0, effects_ = 0;
};

void corrupt(Random& rng, std::vector<Recorder::Record>& records) {
  std::vector<std::size_t> completed;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].op.completed()) completed.push_back(i);
  }
  if (completed.empty()) return;
  Recorder::Record& victim = records[completed[below(rng, completed.size())]];
  if (chance(rng, 0.4)) {
    double& moved = chance(rng, 0.5) ? victim.ret : victim.call;
    moved = std::uniform_real_distribution<>(victim.call, victim.ret)(rng);
    return;
  }
  std::vector<std::size_t> similar;
  for (const std::size_t i : completed) {
    if (records[i].op.method == victim.op.method && records[i].op.result != victim.op.result)
      similar.push_back(i);
  }
  if (similar.empty()) return;
  Recorder::Record& other = records[similar[below(rng, similar.size())]];
  if (chance(rng, 0.5))
    std::swap(victim.op.result, other.op.result);
  else
    victim.op.result = other.op.result;
}

std::vector<Recorder::Record> record(Random& rng, const Spec& spec, const Shape& shape) {
  auto records = Recorder(rng, spec, shape).run();
  for (auto& r : records) {
    if (!r.op.completed()) r.op.result = Value();
  }
  if (chance(rng, shape.corrupted)) corrupt(rng, records);
  return records;
}

}  // namespace

std::shared_ptr<const Vocabulary> vocabulary(const Spec& spec, std::size_t threads, std::size_t objects) {
  auto words = std::make_shared<Vocabulary>();
  words->source = "generated";
  for (const Method& m : spec.methods()) {
    words->methods.push_back(m.name);
    words->silent.push_back(m.silent);
  }
  for (std::size_t i = 0; i < threads; ++i) words->threads.emplace_back(i);
  for (std::size_t i = 0; i < objects; ++i) words->objects.push_back(objects == 1 ? Value() : Value(i));
  return words;
}

void set_call(Operation& op, MethodIndex method, std::span<const Value> args) {
  op.method = method;
  op.set_args(args);
}

const Alphabet& alphabet_of(std::string_view spec) {
  static const auto all = make_alphabets();
  const auto found = all.find(spec);
  assert(found != all.end());
  return found->second;
}

void for_each_small_history(const Spec& spec, std::size_t operations, std::size_t threads,
                            const std::function<void(const History&)>& visit) {
  for_each_small_history(spec, alphabet_of(spec.name()), operations, threads, visit);
}

void for_each_small_history(const Spec& spec, const Alphabet& alphabet, std::size_t operations,
                            std::size_t threads, const std::function<void(const History&)>& visit) {
  const std::size_t stride = kUnderSanitizers && operations > 2 ? 13 : 1;
  std::size_t count = 0;
  const std::function<void(const History&)> some = [&](const History& history) {
    if (count++ % stride == 0) visit(history);
  };
  Enumerator(spec, alphabet, operations, threads, some).run();
}

History random_history(Random& rng, const Spec& spec, const Shape& shape) {
  const auto records = record(rng, spec, shape);
  std::vector<std::pair<double, std::size_t>> events;  // 2 i: call of i; 2 i + 1: its return
  for (std::size_t i = 0; i < records.size(); ++i) {
    events.emplace_back(records[i].call, 2 * i);
    if (records[i].op.completed()) events.emplace_back(records[i].ret, 2 * i + 1);
  }
  std::ranges::sort(events);
  History history;
  history.words = vocabulary(spec, shape.threads, shape.objects);
  history.operations.reserve(records.size());
  for (const auto& r : records) history.operations.push_back(r.op);
  for (Rank rank = 0; rank < events.size(); ++rank) {
    Operation& op = history.operations[events[rank].second / 2];
    (events[rank].second % 2 == 0 ? op.call : op.ret) = rank;
  }
  std::ranges::sort(history.operations, {}, &Operation::call);
  return history;
}

History with_one_wrong_result(Random& rng, History history) {
  const std::size_t third = history.size() / 3;
  for (std::size_t tries = 0; tries < 1000; ++tries) {
    Operation& op = history.operations[third + below(rng, third + 1)];
    const Operation& other = history.operations[below(rng, history.size())];
    if (!op.completed() || !other.completed() || op.method != other.method || op.result == other.result)
      continue;
    op.result = other.result;
    break;
  }
  return history;
}

History random_partial_order_history(Random& rng, const Spec& spec, const Shape& shape) {
  auto records = record(rng, spec, shape);
  std::ranges::sort(records, {}, [](const auto& r) { return std::pair(r.effect, r.call); });
  History history;
  history.words = vocabulary(spec, shape.threads, shape.objects);
  std::vector<PartialOrder::Edge> edges;
  const double density = std::uniform_real_distribution<>(0, 0.6)(rng);
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    Operation op = records[i].op;
    op.call = 2 * i;
    if (op.completed()) op.ret = 2 * i + 1;
    history.operations.push_back(op);
    for (std::uint32_t j = 0; j < i; ++j) {
      if (records[j].op.completed() && chance(rng, density)) edges.emplace_back(j, i);
    }
  }
  history.order = PartialOrder(records.size(), edges);
  return history;
}

Shape random_shape(Random& rng, std::size_t operations) {
  Shape shape;
  shape.operations = 1 + below(rng, operations);
  shape.threads = 1 + below(rng, 4);
  shape.overlap = std::uniform_real_distribution<>(0, 1)(rng);
  shape.pending = chance(rng, 0.5) ? 0 : std::uniform_real_distribution<>(0, 0.4)(rng);
  shape.unique = chance(rng, 0.5);
  shape.values = 1 + below(rng, 3);
  return shape;
}

std::string to_json_lines(const History& history, const Spec& spec) {
  History copy = history;
  copy.header.spec = spec.name();
  copy.words = vocabulary(spec, history.size(), history.words->objects.size());
  for (OperationIndex i = 0; i < copy.size(); ++i) copy.operations[i].thread = ThreadId(i);
  return write_history_to_text(copy);
}

}  // namespace linnet::testing

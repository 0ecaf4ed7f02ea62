// Finds the pending operations that can be left out before a history is searched.
//
// A pending operation may have taken effect or not, so each one doubles what a search may have to try.
// Recordings of crashing clients have hundreds, and almost all of them plainly do not matter. Each rule below
// shows: if there is a linearization, there is one without the operation. (The converse is trivial: leaving
// out a pending operation is always allowed.) So dropping it changes no verdict, and a witness of the rest is
// a witness of the whole.
//
// "After e" below: the operation may come after e, that is, it does not precede it. All rules speak of the
// operations on e's object, or on e's key where the specification is a product by keys.
//
// 1. e is a call of an observer. Nothing notices whether it is there.
//
// 2. No operation looked: every completed operation after e is blind (allowed in every state, with the same result:
//    write, enq, inc, ...). Take a linearization and leave out e and all pending operations after it. What
//    remains behind e's place is completed, hence blind, hence still allowed.
//
// 3. e adds a value v to a container (queue, stack, deque, priority queue, bag) and no completed operation
//    returned v. Leave out e, and those pending operations that returned this v. The states are the same
//    without that element. What returned null found it empty, and so it is now; what returned another
//    element still finds that one first, as removing an element changes the relative order of no others.
//    (Repeated values: no operation returned *any* v, so it does not matter which one this was.)
//
// 4. e leaves value v in a register (write(v), swap(v), cas(a, v)), and among the operations after it no
//    completed one is read() → v, swap(..) → v, cas(v, ..) → true, or cas(x, ..) → false with x other than v, and no
//    pending one is a cas(v, ..). Take a linearization. Completed operations between e and the next change of
//    the value would have to be of the first, second or fourth kind; there are none. Pending ones there
//    change nothing and can be left out. The next change is thus directly behind e and is a write or a swap
//    whose result is not v; a swap that follows e directly returns v, so if it is completed there is none,
//    and if it is pending its result is free; it is a write or a swap that does as well without e.
//
// 5. e takes from a bag, and no completed take() after it returned null. Without e the bag has at least what
// it
//    had with it, from e's place on, so every completed take() still finds its element; pending ones that
//    took null can be left out.
//
// 6. e is a put(k, s) or append(k, s) of a store of strings, s is not empty, and no completed get(k) after e
//    returned a text with s in it. Take a linearization. From e's place until the next put(k, ..) the text
//    has s in it, so no completed get is there, and the rest is blind; the put makes the text the same again.
//
// 7. e is a mwcas, swap or write of words, and no completed operation saw one of its new values at that
//    location (in a result, or as what a successful mwcas expected), no pending mwcas expects one, and no mwcas
//    after e failed where e would have written (it names the location, or returned false and has it), unless e is
//    a mwcas that expects another value there than the failed one, which then fails without e as well. Take a linearization with
//    e in effect. Until a location is written again, an operation that used it would have seen e's value there,
//    or failed because of it: none did. What writes it again is thus blind, or pending with any result, and does as well without e.
#include "check/linearizability/linearizable.hpp"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <string_view>

#include "check/linearizability/partition.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

// The last moment at which an operation of this kind can have come after another one; with a partial order,
// any moment.
class Latest {
 public:
  explicit Latest(const History& history) : timeless_(history.order.has_value()) {}
  void note(const Operation& op) { last_ = timeless_ ? kNever : std::max(last_, op.ret), any_ = true; }
  bool after(const Operation& e) const { return any_ && last_ > e.call; }

 private:
  bool timeless_;
  bool any_ = false;
  Rank last_ = 0;
};

// What the rules need to know about the operations on one object or key.
class Surroundings {
 public:
  Surroundings(const History& history, const Spec& spec, const std::vector<MethodTraits>& traits)
      : history_(history),
        spec_(spec),
        object_(builtin_object(spec)),
        traits_(traits),
        looked_(history),
        found_empty_(history) {}

  void note(const Operation& op) {
    const std::string& method = spec_.method(op.method).name;
    if (op.completed() && !traits_[op.method].blind) looked_.note(op);
    if (is_container(object_) && op.completed()) returned_.insert(op.result);
    if (object_ == BuiltinObject::bag && op.completed() && op.args().empty() && op.result.is_null())
      found_empty_.note(op);
    if (object_ == BuiltinObject::kv && op.completed() && method == "get") texts_.push_back(&op);
    if (object_ == BuiltinObject::register_) note_register(op, method);
    if (object_ == BuiltinObject::mwcas) note_words(op, method);
  }

  bool can_drop(const Operation& e) const {
    const Method& method = spec_.method(e.method);
    if (method.observer || !looked_.after(e)) return true;
    if (is_container(object_) && !e.args().empty()) return !returned_.contains(e.args()[0]);
    if (object_ == BuiltinObject::bag) return !found_empty_.after(e);
    if (object_ == BuiltinObject::kv) return unseen_in_texts(e);
    if (object_ == BuiltinObject::mwcas) return unseen_in_words(e);
    return object_ == BuiltinObject::register_ && unseen_in_register(e);
  }

 private:
  void note_register(const Operation& op, const std::string& method) {
    if (!op.completed()) {
      if (method == "cas") pending_expected_.insert(op.args()[0]);
    } else if (method == "read" || method == "swap") {
      seen(op.result).note(op);
    } else if (method == "cas" && op.result == Value(true)) {
      seen(op.args()[0]).note(op);
    } else if (method == "cas") {
      auto [at, fresh] = failed_.try_emplace(op.args()[0], history_);
      at->second.note(op);
    }
  }
  Latest& seen(Value v) { return seen_.try_emplace(v, history_).first->second; }

  bool unseen_in_register(const Operation& e) const {
    const Value left = e.args().back();
    if (pending_expected_.contains(left)) return false;
    if (const auto at = seen_.find(left); at != seen_.end() && at->second.after(e)) return false;
    return std::ranges::none_of(
        failed_, [&](const auto& failed) { return failed.first != left && failed.second.after(e); });
  }

  void note_words(const Operation& op, const std::string& method) {
    const auto locations = op.args()[0].as_array();
    const auto see = [&](std::span<const Value> values) {
      for (std::size_t k = 0; k < std::min(values.size(), locations.size()); ++k)
        seen_words_.emplace(locations[k], values[k]);
    };
    if (!op.completed()) {
      if (method == "mwcas") see(op.args()[1].as_array());
      return;
    }
    if (op.result.is_array()) see(op.result.as_array());
    if (method != "mwcas") return;
    // A location may have any name: a result is read in every way that it may be meant.
    if (op.result == Value(true)) see(op.args()[1].as_array());
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (op.result != locations[k] && op.result != Value(false)) continue;
      failed_at_.try_emplace(locations[k], history_).first->second.note(op);
      const std::pair word(locations[k], op.args()[1].as_array()[k]);
      failed_words_.try_emplace(word, history_).first->second.note(op);
    }
  }

  bool unseen_in_words(const Operation& e) const {
    const auto locations = e.args()[0].as_array(), values = e.args().back().as_array();
    const auto after_e = [&](const auto& failures, const auto& key) {
      const auto at = failures.find(key);
      return at != failures.end() && at->second.after(e);
    };
    const bool expects = e.args().size() == 3;
    for (std::size_t k = 0; k < locations.size(); ++k) {
      if (seen_words_.contains({locations[k], values[k]})) return false;
      if (expects ? after_e(failed_words_, std::pair(locations[k], e.args()[1].as_array()[k]))
                  : after_e(failed_at_, locations[k]))
        return false;
    }
    return true;
  }

  bool unseen_in_texts(const Operation& e) const {
    const std::string_view added = e.args()[1].as_text();
    return !added.empty() && std::ranges::none_of(texts_, [&](const Operation* get) {
      return (history_.order || get->ret > e.call) && get->result.is_text() &&
             get->result.as_text().find(added) != std::string_view::npos;
    });
  }

  const History& history_;
  const Spec& spec_;
  BuiltinObject object_;
  std::vector<MethodTraits> traits_;             // by method
  Latest looked_;                                // completed operations that are not blind
  Latest found_empty_;                           // bags: completed operations that returned null
  std::vector<const Operation*> texts_;          // stores of strings: completed get
  absl::flat_hash_set<Value> returned_;          // containers: by completed operations
  absl::flat_hash_map<Value, Latest> seen_;      // registers: completed operations that found this value
  absl::flat_hash_map<Value, Latest> failed_;    // registers: failed cas that expected this value
  absl::flat_hash_set<Value> pending_expected_;  // registers: by pending cas
  // mwcas: values seen at a location, or expected there by a pending one; where completed ones may have failed
  absl::flat_hash_set<std::pair<Value, Value>> seen_words_;
  absl::flat_hash_map<Value, Latest> failed_at_;
  absl::flat_hash_map<std::pair<Value, Value>, Latest> failed_words_;  // by what they expected there
};

}  // namespace

std::vector<OperationIndex> without_idle_pending(const History& history, const Spec& spec) {
  if (std::ranges::all_of(history.operations, &Operation::completed)) return history.indices();
  std::vector<OperationIndex> kept;
  const std::vector<MethodTraits> traits = traits_of(spec);
  const Partitions parts = by_object_and_key(history, spec, history.indices());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Surroundings surroundings(history, spec, traits);
    for (const OperationIndex i : parts[p]) surroundings.note(history.operations[i]);
    for (const OperationIndex i : parts[p]) {
      const Operation& op = history.operations[i];
      if (op.completed() || !surroundings.can_drop(op)) kept.push_back(i);
    }
  }
  std::ranges::sort(kept);
  return kept;
}

}  // namespace linnet

// Implements the rules for leaving out pending operations; pending.hpp proves them.
#include "check/linearizability/pending.hpp"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "check/linearizability/partition.hpp"

namespace linnet {

namespace {

// Allowed in every state of a built-in object, with the same result (null).
bool is_blind(std::string_view spec, std::string_view method) {
  if (spec == "register" || spec == "mwcas") return method == "write";
  if (spec == "counter") return method == "inc" || method == "dec" || method == "set";
  if (spec == "semaphore") return method == "inc";
  if (spec == "queue") return method == "enq";
  if (spec == "stack") return method == "push";
  if (spec == "deque") return method == "pushFront" || method == "pushBack";
  if (spec == "pqueue") return method == "insert";
  if (spec == "bag") return method == "add";
  if (spec == "kv") return method == "put" || method == "append";
  return false;
}

bool is_container(std::string_view spec) {
  return spec == "queue" || spec == "stack" || spec == "deque" || spec == "pqueue" || spec == "bag";
}

// The last moment at which something can have come after another operation; with a partial order, any moment.
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
  Surroundings(const History& history, const Spec& spec)
      : history_(history), spec_(spec), kind_(spec.monitored_as()), looked_(history), found_empty_(history) {}

  void note(const Operation& op) {
    const std::string& method = spec_.method(op.method).name;
    if (op.completed() && !is_blind(kind_, method)) looked_.note(op);
    if (is_container(kind_) && op.completed()) returned_.insert(op.result);
    if (kind_ == "bag" && op.completed() && op.args().empty() && op.result.is_null()) found_empty_.note(op);
    if (kind_ == "kv" && op.completed() && method == "get") texts_.push_back(&op);
    if (kind_ == "register") note_register(op, method);
    if (kind_ == "mwcas") note_words(op, method);
  }

  bool can_drop(const Operation& e) const {
    const Method& method = spec_.method(e.method);
    if (method.observer || !looked_.after(e)) return true;
    if (is_container(kind_) && !e.args().empty()) return !returned_.contains(e.args()[0]);
    if (kind_ == "bag") return !found_empty_.after(e);
    if (kind_ == "kv") return unseen_in_texts(e);
    if (kind_ == "mwcas") return unseen_in_words(e);
    return kind_ == "register" && unseen_in_register(e);
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
    // A location may have any name: what the result says is taken in every way that it may be meant.
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
  const std::string& kind_;
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
  std::vector<OperationIndex> kept;
  if (std::ranges::all_of(history.operations, &Operation::completed)) {
    kept.resize(history.size());
    std::iota(kept.begin(), kept.end(), 0);
    return kept;
  }
  std::vector<OperationIndex> all(history.size());
  std::iota(all.begin(), all.end(), 0);
  const Partitions parts = by_object_and_key(history, spec, all);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Surroundings surroundings(history, spec);
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

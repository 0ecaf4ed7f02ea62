// Brings a history into the form on which the search for abstract executions works.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "check/linearizability/transitions.hpp"
#include "check/weak/operation_set.hpp"
#include "check/weak/verifier.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Data that never change during a search. Rows: row z has x iff x R z. The history may grow between searches,
// by operations that are called after all others; sets have room for `capacity` operations.
struct WeakProblem {
  WeakProblem(const History& h, const Spec& s, std::size_t room = 0)
      : history(h), spec(s), capacity(std::max(h.size(), room)) {
    for (OperationIndex i = 0; i < h.size(); ++i) add(i);
  }

  // REQUIRES: i is the next operation of the history, and there is room for it.
  void add(OperationIndex i) {
    const Operation& op = history.operations[i];
    const Method& method = spec.method(op.method);
    keys.push_back(spec.partitioned() ? spec.key(op.as_call()) : std::nullopt);
    silent.push_back(method.observer && !method.may_block);
    may_block |= method.may_block;
    for (auto* const rows : {&po, &hb, &entangled, &relevant}) rows->push_back(none());
    for (OperationIndex x = 0; x <= i; ++x) relate(x, i), relate(i, x);
    const bool mixes = !method.observer && !keys[i] && mixed.insert(op.object.value).second;
    if (mixes) relate_all_of(op.object);
  }

  OperationSet none() const { return OperationSet(capacity); }

  const History& history;
  const Spec& spec;
  std::size_t capacity;
  std::vector<OperationSet> po, hb;

  // A silent operation changes no state and never blocks: it does not matter to the results of others whether
  // they see it.
  std::vector<bool> silent;
  // Row z has those that do not commute with z in every state: same object, and the same key if the
  // specification is a product over keys and both calls have one.
  std::vector<OperationSet> entangled;
  // Row z has those whose execution can change what z returns: as above, but all of the object if some call
  // works on all keys at once, and so may carry changes from one to another.
  std::vector<OperationSet> relevant;
  // Some operation may block, so a visible operation matters even if it commutes.
  bool may_block = false;

 private:
  bool same_object(OperationIndex x, OperationIndex z) const {
    return history.operations[x].object == history.operations[z].object;
  }
  void relate(OperationIndex x, OperationIndex z) {
    if (history.precedes(x, z)) hb[z].insert(x);
    if (program_order(history, x, z)) po[z].insert(x);
    if (!same_object(x, z)) return;
    const bool apart = keys[x] && keys[z] && *keys[x] != *keys[z];
    if (!apart) entangled[z].insert(x);
    if (!apart || mixed.contains(history.operations[z].object.value)) relevant[z].insert(x);
  }
  void relate_all_of(ObjectId object) {
    for (OperationIndex z = 0; z < relevant.size(); ++z) {
      for (OperationIndex x = 0; x < relevant.size(); ++x) {
        if (history.operations[z].object == object && same_object(x, z)) relevant[z].insert(x);
      }
    }
  }

  std::vector<std::optional<Value>> keys;
  absl::flat_hash_set<std::uint32_t> mixed;  // objects with changes that have no key
};

// The states of all objects at once, numbered.
using World = std::uint32_t;
using Worlds = std::vector<World>;  // increasing: all that nondeterminism leaves possible

// Executes operations: either as invocations whose results are ignored, or to find the result.
class Replay {
 public:
  explicit Replay(const WeakProblem& problem) : history_(problem.history), one_object_(true) {
    std::size_t objects = 1;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      add(i);
      objects = std::max<std::size_t>(objects, history_.operations[i].object.value + 1);
    }
    transitions_ = std::make_unique<Transitions>(problem.spec, classes_);
    one_object_ = objects == 1;
    intern(std::vector<StateId>(objects, StateSpace::initial()));
  }

  // The next operation of the history. REQUIRES: its object is not a new one.
  void add(OperationIndex i) {
    Operation invoked = history_.operations[i];
    invoked.status = Operation::Status::pending;
    class_of_.push_back({classes_.classify(invoked), classes_.classify(history_.operations[i])});
  }
  // The operation has returned.
  void returned(OperationIndex i) { class_of_[i].exact = classes_.classify(history_.operations[i]); }

  static constexpr World initial() { return 0; }
  // Replaces `to` by everything that `from` may become when z is invoked; empty if it blocks on every choice.
  void invoke(const Worlds& from, OperationIndex z, Worlds& to) {
    to.clear();
    for (const World w : from) {
      for (const World next : invoke(w, z)) to.push_back(next);
    }
    if (to.size() < 2) return;
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }

  // The worlds that one world may become. Valid until the next call.
  std::span<const World> invoke(World from, OperationIndex z) {
    const ClassId invocation = class_of_[z].invocation;
    if (one_object_) return transitions_->step(from, invocation);
    const std::size_t object = history_.operations[z].object.value;
    std::vector<StateId> states = states_[from];
    result_.clear();
    for (const StateId s : transitions_->step(states[object], invocation)) {
      states[object] = s;
      result_.push_back(intern(states));
    }
    return result_;
  }

  // Whether z can return its own result; if it is pending, any result.
  bool returns(World from, OperationIndex z) {
    const StateId state = one_object_ ? from : states_[from][history_.operations[z].object.value];
    return transitions_->allowed(state, class_of_[z].exact);
  }

  bool returns(const Worlds& from, OperationIndex z) {
    return std::any_of(from.begin(), from.end(), [&](World w) { return returns(w, z); });
  }

 private:
  World intern(const std::vector<StateId>& states) {
    const auto [at, fresh] = worlds_.try_emplace(states, static_cast<World>(states_.size()));
    if (fresh) states_.push_back(states);
    return at->second;
  }

  struct Classes {
    ClassId invocation, exact;
  };
  const History& history_;
  OperationClasses classes_;
  std::vector<Classes> class_of_;  // by operation
  std::unique_ptr<Transitions> transitions_;
  // With one object a world is its state.
  bool one_object_;
  std::vector<std::vector<StateId>> states_;
  absl::flat_hash_map<std::vector<StateId>, World> worlds_;
  std::vector<World> result_;
};

}  // namespace linnet

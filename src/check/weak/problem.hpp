// Brings a history into the form that the search for abstract executions works on.
#pragma once

#include <memory>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "check/linearizability/transitions.hpp"
#include "check/weak/operation_set.hpp"
#include "check/weak/verifier.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// What never changes during a search. Rows: row z has x iff x R z.
struct WeakProblem {
  WeakProblem(const History& h, const Spec& s)
      : history(h),
        spec(s),
        size(h.size()),
        po(size, OperationSet(size)),
        hb(po),
        silent(size),
        entangled(po),
        relevant(po) {
    std::vector<std::optional<Value>> keys(size);
    absl::flat_hash_set<std::uint32_t> mixed;  // objects with changes that have no key
    for (OperationIndex i = 0; i < size; ++i) {
      const Operation& op = history.operations[i];
      const Method& method = spec.method(op.method);
      silent[i] = method.observer && !method.may_block;
      may_block |= method.may_block;
      if (spec.partitioned()) keys[i] = spec.key(op.as_call());
      if (!method.observer && !keys[i]) mixed.insert(op.object.value);
    }
    for (OperationIndex z = 0; z < size; ++z) {
      for (OperationIndex x = 0; x < size; ++x) {
        if (history.precedes(x, z)) hb[z].insert(x);
        if (program_order(history, x, z)) po[z].insert(x);
        const bool same_object = history.operations[x].object == history.operations[z].object;
        const bool apart = keys[x] && keys[z] && *keys[x] != *keys[z];
        if (same_object && !apart) entangled[z].insert(x);
        if (same_object && (!apart || mixed.contains(history.operations[z].object.value)))
          relevant[z].insert(x);
      }
    }
  }

  const History& history;
  const Spec& spec;
  std::size_t size;
  std::vector<OperationSet> po, hb;

  // A silent operation changes no state and never blocks: whether others see it does not matter to what they
  // return.
  std::vector<bool> silent;
  // Row z has those that do not commute with z in every state: same object, and the same key where the
  // specification is a product over keys and both calls have one.
  std::vector<OperationSet> entangled;
  // Row z has those whose execution can change what z returns: as above, but all of the object if some call
  // works on all keys at once, and so may carry changes from one to another.
  std::vector<OperationSet> relevant;
  // Some operation may block, so that a visible operation matters even where it commutes.
  bool may_block = false;
};

// The states of all objects at once, numbered.
using World = std::uint32_t;
using Worlds = std::vector<World>;  // increasing: all that nondeterminism leaves possible

// Executes operations: as invocations whose results are ignored, or asking for the result.
class Replay {
 public:
  explicit Replay(const WeakProblem& problem) : history_(problem.history), one_object_(true) {
    std::size_t objects = 1;
    for (const Operation& op : history_.operations) {
      Operation invoked = op;
      invoked.status = Operation::Status::pending;
      class_of_.push_back({classes_.classify(invoked), classes_.classify(op)});
      objects = std::max<std::size_t>(objects, op.object.value + 1);
    }
    transitions_ = std::make_unique<Transitions>(problem.spec, classes_);
    one_object_ = objects == 1;
    intern(std::vector<StateId>(objects, StateSpace::initial()));
  }

  static constexpr World initial() { return 0; }
  // Replaces `to` by all that `from` may become when z is invoked; empty if it blocks on every choice.
  void invoke(const Worlds& from, OperationIndex z, Worlds& to) {
    to.clear();
    for (const World w : from) {
      for (const World next : invoke(w, z)) to.push_back(next);
    }
    if (to.size() < 2) return;
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }

  // The worlds that one becomes. Valid until the next call.
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

  // its own result; if pending, anything
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

// Implements WeakProblem and Replay: precomputed relations, and execution of operations on numbered states.
#include "check/weak/problem.hpp"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "check/weak/verifier.hpp"

namespace linnet {

WeakProblem::WeakProblem(const History& h, const Spec& s)
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

Replay::Replay(const WeakProblem& problem) : history_(problem.history), one_object_(true) {
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

World Replay::intern(const std::vector<StateId>& states) {
  const auto [at, fresh] = worlds_.try_emplace(states, static_cast<World>(states_.size()));
  if (fresh) states_.push_back(states);
  return at->second;
}

std::span<const World> Replay::invoke(World from, OperationIndex z) {
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

void Replay::invoke(const Worlds& from, OperationIndex z, Worlds& to) {
  to.clear();
  for (const World w : from) {
    for (const World next : invoke(w, z)) to.push_back(next);
  }
  if (to.size() < 2) return;
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

bool Replay::returns(World from, OperationIndex z) {
  const StateId state = one_object_ ? from : states_[from][history_.operations[z].object.value];
  return transitions_->allowed(state, class_of_[z].exact);
}

bool Replay::returns(const Worlds& from, OperationIndex z) {
  return std::any_of(from.begin(), from.end(), [&](World w) { return returns(w, z); });
}

}  // namespace linnet

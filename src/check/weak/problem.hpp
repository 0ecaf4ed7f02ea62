// Brings a history into the form that the search for abstract executions works on.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "check/linearizability/transitions.hpp"
#include "check/weak/operation_set.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// What never changes during a search. Rows: row z has x iff x R z.
struct WeakProblem {
  WeakProblem(const History& history, const Spec& spec);

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
  explicit Replay(const WeakProblem& problem);

  static constexpr World initial() { return 0; }
  // Replaces `to` by all that `from` may become when z is invoked; empty if it blocks on every choice.
  void invoke(const Worlds& from, OperationIndex z, Worlds& to);
  // The worlds that one becomes. Valid until the next call.
  std::span<const World> invoke(World from, OperationIndex z);
  bool returns(World from, OperationIndex z);  // its own result; if pending, anything
  bool returns(const Worlds& from, OperationIndex z);

 private:
  World intern(const std::vector<StateId>& states);

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

// Decides linearizable and stuck histories the slow way: by executing the definitions.
//
// Tries all orders of the operations that extend precedence, any subset of the pending ones, all outcomes of
// nondeterministic calls, all objects at once. It has no memory and no shortcut: it exists to be obviously
// right on histories of up to a dozen operations, and everything else is tested against it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Some total order of all completed and some of the pending operations extends precedence and is allowed.
bool oracle_linearizable(const History& history, const Spec& spec);

// Line-Up, Definition 2: for each pending operation e, some order of the completed operations extends
// precedence, is allowed, and leaves a state in which e blocks. True if nothing is pending.
bool oracle_stuck(const History& history, const Spec& spec);

// Enumerates all orders of the operations of a history that extend precedence, one after the other: the
// engine of the oracles, which differ in what they accept at the end of an order and in what may come next on
// the way.
class OracleEnumeration {
 public:
  // Called for every order that has all completed operations, with the state of each object.
  using Accept = std::function<bool(StateSpace&, const std::vector<StateId>&)>;
  // Whether an operation that no other one precedes may come next, after those that are placed.
  using Admit = std::function<bool(OperationIndex, const std::vector<bool>& placed)>;

  static bool always(StateSpace&, const std::vector<StateId>&) { return true; }

  OracleEnumeration(const History& history, const Spec& spec, Accept accept, Admit admit)
      : history_(history),
        space_(spec.open()),
        accept_(std::move(accept)),
        admit_(std::move(admit)),
        placed_(history.size()) {
    std::size_t objects = 1;
    for (const Operation& op : history.operations)
      objects = std::max(objects, op.object.value + std::size_t{1});
    states_.assign(objects, StateSpace::initial());
  }

  // Whether some continuation of the order so far is accepted.
  bool extend() {
    bool all_completed = true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!placed_[i] && history_.operations[i].completed()) all_completed = false;
    }
    if (all_completed && accept_(*space_, states_)) return true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (may_be_next(i) && place(i)) return true;
    }
    return false;
  }

 private:
  bool may_be_next(OperationIndex i) const {
    if (placed_[i] || !admit_(i, placed_)) return false;
    for (OperationIndex j = 0; j < history_.size(); ++j) {
      if (!placed_[j] && history_.precedes(j, i)) return false;
    }
    return true;
  }

  bool place(OperationIndex i) {
    const Operation& op = history_.operations[i];
    const StateId before = states_[op.object.value];
    std::vector<StateId> after;
    space_->step(before, op.as_call(), op.required_result(), after);
    placed_[i] = true;
    bool found = false;
    for (const StateId state : after) {
      states_[op.object.value] = state;
      found = found || extend();
    }
    states_[op.object.value] = before;
    placed_[i] = false;
    return found;
  }

  const History& history_;
  std::unique_ptr<StateSpace> space_;
  Accept accept_;
  Admit admit_;
  std::vector<StateId> states_;
  std::vector<bool> placed_;
};

}  // namespace linnet

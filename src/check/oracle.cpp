// The oracle: one recursive enumeration of orders serves both definitions.
#include "check/oracle.hpp"

#include <functional>
#include <vector>

namespace linnet {

namespace {

class Enumeration {
 public:
  // `accept` is asked at every order that has all completed operations, with the state of each object.
  using Accept = std::function<bool(StateSpace&, const std::vector<StateId>&)>;

  Enumeration(const History& history, const Spec& spec, bool with_pending, Accept accept)
      : history_(history), space_(spec.open()), with_pending_(with_pending), accept_(std::move(accept)) {
    std::size_t objects = 1;
    for (const Operation& op : history.operations)
      objects = std::max(objects, op.object.value + std::size_t{1});
    states_.assign(objects, StateSpace::initial());
    done_.assign(history.size(), false);
  }

  // Whether some continuation of the order so far is accepted.
  bool extend() {
    bool all_completed = true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!done_[i] && history_.operations[i].completed()) all_completed = false;
    }
    if (all_completed && accept_(*space_, states_)) return true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (may_be_next(i) && place(i)) return true;
    }
    return false;
  }

 private:
  bool may_be_next(OperationIndex i) const {
    if (done_[i] || (!with_pending_ && !history_.operations[i].completed())) return false;
    for (OperationIndex j = 0; j < history_.size(); ++j) {
      if (!done_[j] && history_.precedes(j, i)) return false;
    }
    return true;
  }

  bool place(OperationIndex i) {
    const Operation& op = history_.operations[i];
    const StateId before = states_[op.object.value];
    std::vector<StateId> after;
    space_->step(before, op.as_call(), op.required_result(), after);
    done_[i] = true;
    bool found = false;
    for (const StateId state : after) {
      states_[op.object.value] = state;
      found = found || extend();
    }
    states_[op.object.value] = before;
    done_[i] = false;
    return found;
  }

  const History& history_;
  std::unique_ptr<StateSpace> space_;
  bool with_pending_;
  Accept accept_;
  std::vector<StateId> states_;
  std::vector<bool> done_;
};

}  // namespace

bool oracle_linearizable(const History& history, const Spec& spec) {
  return Enumeration(history, spec, true, [](StateSpace&, const std::vector<StateId>&) { return true; })
      .extend();
}

bool oracle_stuck(const History& history, const Spec& spec) {
  for (const Operation& e : history.operations) {
    if (e.completed()) continue;
    const auto blocks = [&e](StateSpace& space, const std::vector<StateId>& states) {
      std::vector<StateId> after;
      space.step(states[e.object.value], e.as_call(), nullptr, after);
      return after.empty();
    };
    if (!Enumeration(history, spec, false, blocks).extend()) return false;
  }
  return true;
}

}  // namespace linnet

// The oracle: ρ' by one recursion, ρ'' by another inside it.
#include "check/quasi_oracle.hpp"

#include <cstdlib>
#include <vector>

namespace linnet {

namespace {

class Definition4 {
 public:
  Definition4(const History& history, const Spec& spec, const QuasiBounds& bounds)
      : history_(history), bounds_(bounds), space_(spec.open()) {}

  // Whether some continuation of ρ' so far has a ρ''.
  bool extend_sequentialization() {
    if (has_all_completed() && extend_permutation(StateSpace::initial())) return true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (contains(sequentialization_, i) || !predecessors_placed(i)) continue;
      sequentialization_.push_back(i);
      const bool found = extend_sequentialization();
      sequentialization_.pop_back();
      if (found) return true;
    }
    return false;
  }

 private:
  using Order = std::vector<OperationIndex>;

  // Whether some continuation of ρ'' so far is a permutation of ρ' that is allowed and close enough.
  bool extend_permutation(StateId state) {
    if (permutation_.size() == sequentialization_.size()) return within_bounds();
    for (const OperationIndex i : sequentialization_) {
      if (contains(permutation_, i)) continue;
      const Operation& op = history_.operations[i];
      std::vector<StateId> after;
      space_->step(state, op.as_call(), op.required_result(), after);
      permutation_.push_back(i);
      bool found = false;
      for (const StateId next : after) found = found || extend_permutation(next);
      permutation_.pop_back();
      if (found) return true;
    }
    return false;
  }

  bool within_bounds() const {
    for (const QuasiGroup& group : bounds_.groups) {
      const Order before = project(sequentialization_, group), after = project(permutation_, group);
      for (std::size_t i = 0; i < before.size(); ++i) {
        for (std::size_t j = 0; j < after.size(); ++j) {
          if (before[i] == after[j] && (i > j ? i - j : j - i) > group.factor) return false;
        }
      }
    }
    return true;
  }

  Order project(const Order& order, const QuasiGroup& group) const {
    Order projection;
    for (const OperationIndex i : order) {
      if (group.has(history_.operations[i].method)) projection.push_back(i);
    }
    return projection;
  }

  static bool contains(const Order& order, OperationIndex i) {
    for (const OperationIndex j : order) {
      if (i == j) return true;
    }
    return false;
  }

  bool has_all_completed() const {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (history_.operations[i].completed() && !contains(sequentialization_, i)) return false;
    }
    return true;
  }

  bool predecessors_placed(OperationIndex i) const {
    for (OperationIndex j = 0; j < history_.size(); ++j) {
      if (history_.precedes(j, i) && !contains(sequentialization_, j)) return false;
    }
    return true;
  }

  const History& history_;
  const QuasiBounds& bounds_;
  std::unique_ptr<StateSpace> space_;
  Order sequentialization_, permutation_;
};

}  // namespace

bool oracle_quasi_linearizable(const History& history, const Spec& spec, const QuasiBounds& bounds) {
  return Definition4(history, spec, bounds).extend_sequentialization();
}

}  // namespace linnet

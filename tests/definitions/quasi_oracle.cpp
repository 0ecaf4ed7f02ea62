// Implements the oracle: ρ' by one recursion, ρ'' by another inside it.
#include "definitions/quasi_oracle.hpp"

#include <algorithm>
#include <vector>

namespace linnet {

namespace {

class Definition4 {
 public:
  Definition4(const History& history, const Spec& spec,
              const std::function<bool(const QuasiWitness&)>& accepts)
      : history_(history), accepts_(accepts), space_(spec.open()) {}

  // Whether some continuation of ρ' so far is accepted with some ρ''.
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

  // Whether some continuation of ρ'' so far is a permutation of ρ' that is allowed and accepted.
  bool extend_permutation(StateId state) {
    if (permutation_.size() == sequentialization_.size()) return accepts_(orders_);
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

  static bool contains(const Order& order, OperationIndex i) {
    return std::ranges::find(order, i) != order.end();
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
  const std::function<bool(const QuasiWitness&)>& accepts_;
  std::unique_ptr<StateSpace> space_;
  QuasiWitness orders_;
  Order& sequentialization_ = orders_.sequentialization;
  Order& permutation_ = orders_.permutation;
};

}  // namespace

bool oracle_accepts_some(const History& history, const Spec& spec,
                         const std::function<bool(const QuasiWitness&)>& accepts) {
  return Definition4(history, spec, accepts).extend_sequentialization();
}

std::uint32_t furthest_displacement(const QuasiWitness& orders, const History& history,
                                    const QuasiGroup& group) {
  const auto in_group = [&](OperationIndex i) { return group.has(history.operations[i].method); };
  std::uint32_t furthest = 0, before = 0;
  for (const OperationIndex i : orders.sequentialization) {
    if (!in_group(i)) continue;
    std::uint32_t after = 0;
    for (const OperationIndex j : orders.permutation) {
      if (j == i) break;
      after += in_group(j) ? 1 : 0;
    }
    furthest = std::max(furthest, before > after ? before - after : after - before);
    ++before;
  }
  return furthest;
}

bool oracle_quasi_linearizable(const History& history, const Spec& spec, const QuasiBounds& bounds) {
  return oracle_accepts_some(history, spec, [&](const QuasiWitness& orders) {
    return std::ranges::all_of(bounds.groups, [&](const QuasiGroup& group) {
      return furthest_displacement(orders, history, group) <= group.factor;
    });
  });
}

}  // namespace linnet

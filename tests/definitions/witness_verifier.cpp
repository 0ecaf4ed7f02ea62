// Checks a witness in three passes: the right operations, in an allowed order, with these results.
#include "definitions/witness_verifier.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace linnet {

namespace {

using Complaint = std::optional<std::string>;

std::string name(const History& history, OperationIndex i) {
  return fmt::format("operation {} ({})", i, history.describe(history.operations[i]));
}

Complaint wrong_operations(const History& history, const Witness& witness) {
  std::vector<bool> placed(history.size());
  for (const OperationIndex i : witness.order) {
    if (i >= history.size())
      return fmt::format("the witness has operation {}, the history has {} operations", i, history.size());
    if (placed[i]) return fmt::format("{} occurs twice", name(history, i));
    placed[i] = true;
  }
  for (OperationIndex i = 0; i < history.size(); ++i) {
    if (history.operations[i].completed() && !placed[i])
      return fmt::format("{} is missing", name(history, i));
  }
  return std::nullopt;
}

// b after a is wrong iff b returned before a was called: it is enough to look at the latest call so far.
Complaint wrong_interval_order(const History& history, const Witness& witness) {
  OperationIndex latest = 0;
  bool first = true;
  for (const OperationIndex i : witness.order) {
    const auto& ops = history.operations;
    if (!first && ops[i].ret < ops[latest].call) {
      return fmt::format("{} comes after {}, which was called only after it had returned", name(history, i),
                         name(history, latest));
    }
    if (first || ops[i].call > ops[latest].call) latest = i;
    first = false;
  }
  return std::nullopt;
}

Complaint wrong_partial_order(const History& history, const Witness& witness) {
  std::vector<bool> placed(history.size());
  for (const OperationIndex i : witness.order) {
    for (const OperationIndex before : history.order->predecessors(i)) {
      if (!placed[before])
        return fmt::format("{} comes without {} before it", name(history, i), name(history, before));
    }
    placed[i] = true;
  }
  return std::nullopt;
}

// The states that each object may be in after a prefix of the witness.
class WitnessReplay {
 public:
  WitnessReplay(const History& history, const Spec& spec) : history_(history), space_(spec.open()) {
    std::size_t objects = 1;
    for (const Operation& op : history.operations)
      objects = std::max(objects, op.object.value + std::size_t{1});
    possible_.assign(objects, {StateSpace::initial()});
  }

  Complaint run(const Witness& witness) {
    for (const OperationIndex i : witness.order) {
      const Operation& op = history_.operations[i];
      std::vector<StateId>& states = possible_[op.object.value];
      std::vector<StateId> next = states_after(*space_, states, op);
      if (next.empty()) {
        return fmt::format("{} is not allowed in state {}", name(history_, i),
                           space_->describe(states.front()));
      }
      states.swap(next);
      if (space_->size() > forget_at_) forget();
    }
    return std::nullopt;
  }

 private:
  void forget() {
    std::vector<StateId> kept;
    for (const auto& states : possible_) kept.insert(kept.end(), states.begin(), states.end());
    space_->forget_all_but(kept);
    auto from = kept.begin();
    for (auto& states : possible_) {
      for (StateId& state : states) state = *from++;
    }
    forget_at_ = 2 * space_->size() + kFewStates;
  }

  static constexpr std::size_t kFewStates = 1000;

  const History& history_;
  std::unique_ptr<StateSpace> space_;
  std::vector<std::vector<StateId>> possible_;  // by object
  std::size_t forget_at_ = kFewStates;
};

}  // namespace

std::optional<std::string> verify_witness(const History& history, const Spec& spec, const Witness& witness) {
  if (Complaint wrong = wrong_operations(history, witness)) return wrong;
  if (Complaint wrong =
          history.order ? wrong_partial_order(history, witness) : wrong_interval_order(history, witness))
    return wrong;
  return WitnessReplay(history, spec).run(witness);
}

}  // namespace linnet

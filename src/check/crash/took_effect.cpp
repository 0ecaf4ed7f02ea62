// Effects: replays an order, and marks the operations that took effect on the way to a reachable state.
#include "check/crash/took_effect.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "check/linearizability/partition.hpp"

namespace linnet {

namespace {

// Replays an order of the operations on one object or key, in all states that the object may be in, and
// remembers the way to each.
class Effects {
 public:
  Effects(const History& history, const Spec& spec)
      : history_(history), space_(spec.open()), frontier_{{StateSpace::initial(), kRoot}} {}

  void replay(OperationIndex i) {
    const Operation& op = history_.operations[i];
    std::vector<Standing> next;
    if (!op.completed()) {
      for (const Standing& at : frontier_) note(next, at.state, {i, at.step, false});
    }
    for (const Standing& at : frontier_) {
      space_->step(at.state, op.as_call(), op.required_result(), stepped_);
      for (const StateId after : stepped_) note(next, after, {i, at.step, true});
    }
    frontier_ = std::move(next);
    if (space_->size() > forget_at_) forget();
  }

  void mark(std::vector<bool>& took_effect) const {
    if (frontier_.empty()) return;
    for (std::size_t s = frontier_.front().step; s != kRoot; s = steps_[s].before) {
      took_effect[steps_[s].operation] = steps_[s].effect;
    }
  }

 private:
  static constexpr std::size_t kRoot = ~std::size_t{0};
  static constexpr std::size_t kFewStates = 1000;
  struct Step {
    OperationIndex operation;
    std::size_t before;
    bool effect;
  };
  struct Standing {
    StateId state;
    std::size_t step;
  };

  void note(std::vector<Standing>& next, StateId state, Step step) {
    if (std::ranges::find(next, state, &Standing::state) != next.end()) return;
    next.push_back({state, steps_.size()});
    steps_.push_back(step);
  }

  void forget() {
    std::vector<StateId> kept;
    for (const Standing& at : frontier_) kept.push_back(at.state);
    space_->forget_all_but(kept);
    for (std::size_t k = 0; k < kept.size(); ++k) frontier_[k].state = kept[k];
    forget_at_ = 2 * space_->size() + kFewStates;
  }

  const History& history_;
  std::unique_ptr<StateSpace> space_;
  std::vector<Standing> frontier_;
  std::vector<Step> steps_;
  std::vector<StateId> stepped_;
  std::size_t forget_at_ = kFewStates;
};

}  // namespace

std::vector<OperationIndex> took_effect(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order) {
  std::vector<OperationIndex> members = order;
  std::ranges::sort(members);
  std::vector<std::uint32_t> place(history.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  std::vector<bool> effect(history.size());
  const Partitions parts = by_object_and_key(history, spec, members);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::vector<OperationIndex> part(parts[p].begin(), parts[p].end());
    std::ranges::sort(part, {}, [&](OperationIndex i) { return place[i]; });
    Effects effects(history, spec);
    for (const OperationIndex i : part) effects.replay(i);
    effects.mark(effect);
  }
  std::vector<OperationIndex> result;
  std::ranges::copy_if(order, std::back_inserter(result), [&](OperationIndex i) { return effect[i]; });
  return result;
}

}  // namespace linnet

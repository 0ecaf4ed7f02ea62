// Enumerates the visibilities that one operation may have at the end of a linearization, one at a time.
//
// A visibility of z is a set of operations linearized before z that the axioms allow and that explains what z
// returned. The axioms allow it if it has everything that z must see and is closed: if it has y, it also has
// what the axioms make z see along with y.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "check/weak/concurrent.hpp"
#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"

namespace linnet {

// A linearization of some of the operations, with the visibility of each.
struct PartialExecution {
  std::vector<OperationIndex> order;
  OperationSet linearized;
  std::vector<OperationSet> visible;  // by operation
};

// The inputs of an enumeration. It reads `execution` at each call, so `execution` must be as it was when the
// enumeration began.
struct VisibilityContext {
  const WeakProblem& problem;
  const WeakRules& rules;
  const PartialExecution& execution;
  Replay& replay;
  const Budget& budget;
  std::uint32_t& steps;
};

// Whether executing x can matter to what z returns, or to whether others block.
inline bool matters(const WeakProblem& problem, OperationIndex x, OperationIndex z) {
  return !problem.silent[x] && (problem.may_block || problem.relevant[z].contains(x));
}

// Whether z returns its result after the visible ones among those linearized, in their order.
inline bool explains(const VisibilityContext& context, const OperationSet& visible, OperationIndex z) {
  if (context.rules.add_wins()) {
    std::vector<OperationIndex> seen;
    visible.for_each([&](OperationIndex x) { seen.push_back(x); });
    return add_wins_explains(
        context.problem.history, context.problem.spec, seen, z,
        [&](OperationIndex y, OperationIndex x) { return context.execution.visible[y].contains(x); });
  }
  Worlds worlds = {Replay::initial()}, next;
  for (const OperationIndex x : context.execution.order) {
    if (!visible.contains(x) || !matters(context.problem, x, z)) continue;
    context.replay.invoke(worlds, x, next);
    worlds.swap(next);
  }
  return context.replay.returns(worlds, z);
}

// All minimal ones, few additions to `required` first. (Some that are not minimal may be among them.)
// REQUIRES: `required` is what z must see, and does not explain its result.
//
// For the minimal ones it decides from the latest linearized operation to the earliest whether z sees it, "no" first.
// What must be seen along with an operation is linearized before it, so a decision never contradicts an
// earlier one. And of two visibilities, one contained in the other, the smaller is reached first: at the
// latest operation in which they differ it says "no". So what is reached and contains nothing reached before
// is minimal.
//   Only operations that can change what z returns are decided; the others come along or stay out.
//   Decisions are guided by states: `reach[i]` has the states that some choice among the first i operations
// leads to, the rules about what comes along with what being ignored. Going down, `goal` has those states of
// reach[i] from which the decisions made so far lead to z's result. Where it is empty, nothing helps.
//   For a queue with many unseen enqueues reach would have exponentially many states, though one enqueue
// explains the result. So the number of additions is limited to 1, 2, 4, ... in turns, until no state is
// left out.
class MinimalVisibilities {
 public:
  MinimalVisibilities(const VisibilityContext& context, OperationIndex z, const OperationSet& required)
      : context_(context), z_(z), required_(required) {
    for (const OperationIndex x : context.execution.order) {
      if (matters(context.problem, x, z)) sequence_.push_back(x);
    }
    reach_.resize(sequence_.size() + 1);
    reach_[0] = {{Replay::initial(), 0}};
  }

  // The next one; false if there is none, or if the budget is spent.
  bool next(OperationSet& visible) {
    while (true) {
      while (!stack_.empty()) {
        if (context_.budget.spent(context_.steps)) return false;
        const Choice choice = std::move(stack_.back());
        stack_.pop_back();
        if (contains_a_former_one(choice.visible)) continue;
        if (choice.undecided == 0) {
          found_.push_back(choice.visible);
          visible = choice.visible;
          return true;
        }
        decide(choice);
      }
      if (exhausted_ || !begin_round()) return false;
    }
  }

 private:
  struct Reached {
    World world;
    std::uint32_t additions;  // the smallest number that leads to it
  };
  struct Choice {
    std::size_t undecided;  // how many of sequence_, from the first on
    OperationSet visible;
    std::uint32_t additions;
    Worlds goal;  // in reach_[undecided]
  };

  bool contains_a_former_one(const OperationSet& visible) const {
    return std::ranges::any_of(found_, [&](const OperationSet& f) { return visible.includes(f); });
  }

  // False if the budget is spent.
  bool begin_round() {
    limit_ = limit_ == 0 ? 1 : limit_ * 2;
    exhausted_ = true;
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      if (!extend_reach(i)) return false;
    }
    Worlds goal;
    for (const Reached& r : reach_.back()) {
      if (context_.replay.returns(r.world, z_)) goal.push_back(r.world);
    }
    if (!goal.empty()) stack_.push_back({sequence_.size(), required_, 0, std::move(goal)});
    return true;
  }

  bool extend_reach(std::size_t i) {
    std::vector<Reached>& next = reach_[i + 1];
    next.clear();
    const bool free = !required_.contains(sequence_[i]);
    for (const Reached& from : reach_[i]) {
      if (context_.budget.spent(context_.steps)) return false;
      if (free) next.push_back(from);
      if (free && from.additions == limit_) {
        exhausted_ = false;
        continue;
      }
      for (const World w : context_.replay.invoke(from.world, sequence_[i]))
        next.push_back({w, from.additions + (free ? 1 : 0)});
    }
    std::ranges::sort(next, [](const Reached& a, const Reached& b) {
      return a.world != b.world ? a.world < b.world : a.additions < b.additions;
    });
    next.erase(std::unique(next.begin(), next.end(),
                           [](const Reached& a, const Reached& b) { return a.world == b.world; }),
               next.end());
    return true;
  }

  void decide(const Choice& choice) {
    const OperationIndex x = sequence_[choice.undecided - 1];
    Choice with{choice.undecided - 1, choice.visible, choice.additions, {}};
    if (choice.visible.contains(x)) {
      push(std::move(with), choice.goal, x);
      return;
    }
    Choice without = with;
    if (choice.additions < limit_) {
      ++with.additions;
      with.visible.insert(x);
      with.visible |= context_.rules.along_with(z_, x);
      push(std::move(with), choice.goal, x);
    } else {
      exhausted_ = false;
    }
    push(std::move(without), choice.goal, std::nullopt);
  }

  // Finds the goal before x is executed, if it is.
  void push(Choice choice, const Worlds& goal, std::optional<OperationIndex> x) {
    const auto in_goal = [&](World w) { return std::binary_search(goal.begin(), goal.end(), w); };
    for (const Reached& r : reach_[choice.undecided]) {
      if (r.additions + choice.additions > limit_) {
        exhausted_ = false;
        continue;
      }
      if (x ? std::ranges::any_of(context_.replay.invoke(r.world, *x), in_goal) : in_goal(r.world))
        choice.goal.push_back(r.world);
    }
    if (!choice.goal.empty()) stack_.push_back(std::move(choice));
  }

  VisibilityContext context_;
  OperationIndex z_;
  OperationSet required_;
  std::vector<OperationIndex> sequence_;  // what can matter to z, in linearization order
  std::vector<std::vector<Reached>> reach_;
  std::uint32_t limit_ = 0;
  bool exhausted_ = false;  // in this round the limit left nothing out
  std::vector<Choice> stack_;
  std::vector<OperationSet> found_;
};

// All of them, largest first. REQUIRES: fewer than 64 operations.
class AllVisibilities {
 public:
  AllVisibilities(const VisibilityContext& context, OperationIndex z, const OperationSet& required)
      : context_(context), z_(z), required_(required) {
    for (const OperationIndex x : context.execution.order) {
      if (!required.contains(x)) optional_.push_back(x);
    }
    size_ = optional_.size();
    subset_ = first_of_size(size_);
  }

  // The next one; false if there is none, or if the budget is spent.
  bool next(OperationSet& visible) {
    while (!done_) {
      if (context_.budget.spent(context_.steps)) return false;
      visible = required_;
      for (std::size_t i = 0; i < optional_.size(); ++i) {
        if ((subset_ >> i & 1) != 0) visible.insert(optional_[i]);
      }
      advance();
      if (context_.rules.closed(z_, visible) && explains(context_, visible, z_)) return true;
    }
    return false;
  }

 private:
  static std::uint64_t first_of_size(std::size_t size) { return (std::uint64_t{1} << size) - 1; }

  // To the next larger word with as many bits (Gosper), or to the first with one bit less.
  void advance() {
    if (subset_ != 0) {
      const std::uint64_t lowest = subset_ & -subset_, carried = subset_ + lowest;
      subset_ = carried | (((carried ^ subset_) >> 2) / lowest);
    }
    if (subset_ == 0 || subset_ >> optional_.size() != 0) {
      done_ = size_ == 0;
      if (!done_) subset_ = first_of_size(--size_);
    }
  }

  VisibilityContext context_;
  OperationIndex z_;
  OperationSet required_;
  std::vector<OperationIndex> optional_;
  std::size_t size_;
  std::uint64_t subset_;
  bool done_ = false;
};

}  // namespace linnet

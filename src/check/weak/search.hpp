// Searches for an abstract execution: a linearization that grows at its end by operations that are minimal in
// happens-before, and a visibility for each of them.
//
// Minimal visibilities suffice (section 3 of the paper, and rules.hpp): if some choice for an operation can
// be completed, so can every smaller one that the axioms allow and that explains its result. There may be
// several minimal ones; all are tried. With `reads` an observer,
//   po: write(1) → read() → 2, other thread: write(2)     needs read to see write(2), linearized
//                                                         after write(1)
// and under causal consistency the search continues with {write(1), write(2)}, never with a third operation
// that happens to be there.
//
// The search does better than the paper. Partial executions that turned out to be hopeless are remembered,
// reduced to what the rest of the search can notice of them (see WeakMemory). If in a model the choices for
// one operation concern no other, one visibility is enough. Operations that change nothing are linearized at
// the first moment at which their result is explained.
#pragma once

#include <algorithm>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"
#include "check/weak/visibility.hpp"
#include "check/weak/weak.hpp"

namespace linnet {

// Proposes what to linearize next, best first.
class LinearizationStrategy {
 public:
  LinearizationStrategy(const WeakProblem& problem, LinearizationOrder order)
      : problem_(problem), order_(order), by_preference_(problem.history.indices()) {
    sort();
  }

  // The next operation has been called, or one has returned.
  void called(OperationIndex i) {
    if (!problem_.silent[i]) by_preference_.push_back(i);
  }
  void returned(OperationIndex i) {
    if (problem_.silent[i]) by_preference_.push_back(i);
    sort();
  }

  // All operations that are minimal in happens-before among those not linearized.
  void propose(const OperationSet& linearized, std::vector<OperationIndex>& out) const {
    out.clear();
    for (const OperationIndex i : by_preference_) {
      if (!linearized.contains(i) && linearized.includes(problem_.hb[i])) out.push_back(i);
    }
  }

  std::span<const OperationIndex> all() const { return by_preference_; }

 private:
  void sort() {
    // A pending operation that changes nothing is never linearized: without it the other operations only have
    // fewer duties. Other pending ones come last.
    std::erase_if(by_preference_, [&](OperationIndex i) {
      return !problem_.history.operations[i].completed() && problem_.silent[i];
    });
    std::ranges::sort(by_preference_, {}, [&](OperationIndex i) {
      const Operation& op = problem_.history.operations[i];
      const Rank first = !op.completed() ? kNever : order_ == LinearizationOrder::wing_gong ? 0 : op.ret;
      return std::pair(first, i);
    });
  }

  const WeakProblem& problem_;
  LinearizationOrder order_;
  std::vector<OperationIndex> by_preference_;
};

// Partial executions that cannot be completed, reduced to what later operations can notice:
//   - which operations are linearized;
//   - the rows of the rules at each of them, except the *settled* ones: those that every later operation
//     must see anyway;
//   - of the order, only how operations that do not commute are ordered, and nothing of silent ones: a
//     context is a part of the linearization, and parts of sequences that differ by exchanging neighbours that
//     commute differ by exchanging neighbours that commute;
//   - settled operations that can be moved to the front by such exchanges are executed first in every later
//     context: it is enough to know the states that they lead to.
class WeakMemory {
 public:
  using Key = std::vector<std::uint64_t>;

  WeakMemory(const WeakProblem& problem, const WeakRules& rules, Replay& replay,
             const LinearizationStrategy& strategy)
      : problem_(problem), rules_(rules), replay_(replay), strategy_(strategy) {}

  // `everything` has the states after all of the linearization.
  Key key(const PartialExecution& execution, const Worlds& everything) {
    const OperationSet settled = settled_in(execution.linearized);
    Key key(execution.linearized.words().begin(), execution.linearized.words().end());
    if (settled == execution.linearized) {
      key.insert(key.end(), everything.begin(), everything.end());
    } else {
      append_order(key, execution, settled);
    }
    rules_.append_to(key, execution.linearized, settled);
    return key;
  }

  bool hopeless(const Key& key) const { return hopeless_.contains(key); }
  void remember(Key key) { hopeless_.insert(std::move(key)); }
  void clear() { hopeless_.clear(); }

 private:
  OperationSet settled_in(const OperationSet& linearized) const {
    OperationSet settled = linearized;
    for (const OperationIndex z : strategy_.all()) {
      if (!linearized.contains(z) && !rules_.sees_everything(z)) settled &= rules_.always(z);
    }
    return settled;
  }

  void append_order(Key& key, const PartialExecution& execution, const OperationSet& settled) {
    OperationSet kept = problem_.none();
    rest_.clear();
    Worlds front = {Replay::initial()}, next;
    for (const OperationIndex x : execution.order) {
      if (problem_.silent[x]) continue;
      if (settled.contains(x) && !problem_.entangled[x].intersects(kept)) {
        replay_.invoke(front, x, next);
        front.swap(next);
      } else {
        kept.insert(x);
        rest_.push_back(x);
      }
    }
    key.insert(key.end(), front.begin(), front.end());
    key.push_back(~std::uint64_t{0});
    // The lexicographically smallest of the equivalent orders.
    while (!rest_.empty()) {
      OperationSet blocked = problem_.none();
      auto best = rest_.end();
      for (auto at = rest_.begin(); at != rest_.end(); ++at) {
        if ((best == rest_.end() || *at < *best) && !problem_.entangled[*at].intersects(blocked)) best = at;
        blocked.insert(*at);
      }
      key.push_back(*best);
      rest_.erase(best);
    }
    key.push_back(~std::uint64_t{0});
  }

  const WeakProblem& problem_;
  const WeakRules& rules_;
  Replay& replay_;
  const LinearizationStrategy& strategy_;
  std::vector<OperationIndex> rest_;
  absl::flat_hash_set<Key> hopeless_;
};

class WeakSearch {
 public:
  WeakSearch(const History& history, const Spec& spec, const WeakModel& model,
             const WeakSearchOptions& options, const Budget& budget, std::size_t room = 0)
      : algorithm_(options.algorithm),
        problem_(history, spec, room),
        rules_(problem_, model, options.exempt),
        replay_(problem_),
        strategy_(problem_, options.order),
        memory_(problem_, rules_, replay_, strategy_),
        budget_(budget),
        proposals_(problem_.capacity + 1),
        everything_(problem_.capacity + 1) {
    execution_.linearized = problem_.none();
    execution_.visible.assign(problem_.capacity, problem_.none());
    everything_[0] = {Replay::initial()};
    for (const Operation& op : history.operations) open_ += op.completed() ? 1 : 0;
  }

  WeakSearchResult run() {
    WeakSearchResult result;
    result.outcome = outcome(extend());
    result.configurations = configurations_;
    if (result.outcome == WeakSearchResult::Outcome::found) result.execution = execution();
    return result;
  }

  // The following functions are for a history that grows while there is an execution of it.

  // The execution so far: the next search continues from it. REQUIRES: it is one of this history.
  void adopt(const AbstractExecution& execution) {
    for (std::size_t k = 0; k < execution.lin.size(); ++k) {
      OperationSet visible = problem_.none();
      for (const OperationIndex x : execution.visible[k]) visible.insert(x);
      put(execution.lin[k], visible);
    }
  }

  // The history has one more operation, which has just been called. REQUIRES: there is room; its object and
  // method are known.
  void called(OperationIndex i) {
    problem_.add(i);
    rules_.add(i);
    replay_.add(i);
    strategy_.called(i);
    memory_.clear();
  }

  // The operation has returned. Finds an execution of the history as it is now, changing as little as
  // possible of the end of the last one: it takes back one operation, two, four, ..., and at last all.
  WeakSearchResult::Outcome returned(OperationIndex i) {
    replay_.returned(i);
    strategy_.returned(i);
    memory_.clear();
    steps_ = 0;  // a limit on steps is for one return: a watched history may go on for ever
    if (execution_.linearized.contains(i)) {
      if (explains(context(), execution_.visible[i], i)) return WeakSearchResult::Outcome::found;
      while (execution_.linearized.contains(i)) take_back();
    } else {
      ++open_;
    }
    // The first attempt mostly succeeds, so remembering it is not worth the cost of its key.
    bool found = extend_by_any();
    for (std::size_t more = 1; !found && !spent_ && depth() > 0; more *= 2) {
      for (std::size_t k = 0; k < more && depth() > 0; ++k) take_back();
      found = extend();
    }
    return outcome(found);
  }

  AbstractExecution execution() const {
    AbstractExecution result;
    result.lin = execution_.order;
    for (const OperationIndex z : result.lin) {
      std::vector<OperationIndex>& visible = result.visible.emplace_back();
      std::ranges::copy_if(result.lin, std::back_inserter(visible),
                           [&](OperationIndex x) { return execution_.visible[z].contains(x); });
    }
    return result;
  }

 private:
  bool minimal() const { return algorithm_ == WeakAlgorithm::minimal; }
  std::size_t depth() const { return execution_.order.size(); }
  VisibilityContext context() { return {problem_, rules_, execution_, replay_, budget_, steps_}; }

  bool extend() {
    if (open_ == 0) return true;
    ++configurations_;
    if (spent_ || budget_.spent(steps_)) return spent_ = true, false;
    WeakMemory::Key key;
    if (minimal()) {
      key = memory_.key(execution_, everything_[depth()]);
      if (memory_.hopeless(key)) return false;
    }
    if (extend_by_any()) return true;
    // An enumeration of visibilities may have stopped early without saying so.
    spent_ = spent_ || budget_.spent(steps_);
    if (minimal() && !spent_) memory_.remember(std::move(key));
    return false;
  }

  bool extend_by_any() {
    std::vector<OperationIndex>& proposals = proposals_[depth()];
    strategy_.propose(execution_.linearized, proposals);
    const bool eager = minimal() && rules_.independent();
    if (eager) {
      // An execution that has the silent z later can be changed to have it now, with this visibility: no
      // other operation returns or must see anything else because of it.
      for (const OperationIndex z : proposals) {
        OperationSet visible;
        if (problem_.silent[z] && explain(z, visible)) return go_on(z, visible);
      }
    }
    for (const OperationIndex z : proposals) {
      if (eager && problem_.silent[z]) continue;
      if (place(z)) return true;
      if (spent_) return false;
    }
    return false;
  }

  // Any visibility of z. REQUIRES: independent rules.
  bool explain(OperationIndex z, OperationSet& visible) {
    if (replay_.returns(everything_[depth()], z)) return visible = execution_.linearized, true;
    visible = rules_.required(z, execution_.linearized);
    if (visible == execution_.linearized) return false;
    if (explains(context(), visible, z)) return true;
    return MinimalVisibilities(context(), z, visible).next(visible);
  }

  bool place(OperationIndex z) {
    OperationSet visible;
    if (minimal() && rules_.independent()) return explain(z, visible) && go_on(z, visible);
    const OperationSet required = rules_.required(z, execution_.linearized);
    // If the required visibility explains the result, it is the only minimal one, since every other contains
    // it.
    if (minimal() && explains(context(), required, z)) return go_on(z, required);
    return minimal() ? try_all(MinimalVisibilities(context(), z, required), z)
                     : try_all(AllVisibilities(context(), z, required), z);
  }

  bool try_all(auto choices, OperationIndex z) {
    OperationSet visible;
    while (choices.next(visible)) {
      if (go_on(z, visible)) return true;
      if (spent_) return false;
    }
    return false;
  }

  bool go_on(OperationIndex z, const OperationSet& visible) {
    put(z, visible);
    if (extend()) return true;
    take_back();
    return false;
  }

  void put(OperationIndex z, const OperationSet& visible) {
    rules_.place(z, execution_.linearized, visible);
    execution_.visible[z] = visible;
    const std::size_t before = depth();
    if (problem_.silent[z]) {
      everything_[before + 1] = everything_[before];
    } else {
      replay_.invoke(everything_[before], z, everything_[before + 1]);
    }
    execution_.order.push_back(z);
    execution_.linearized.insert(z);
    open_ -= problem_.history.operations[z].completed() ? 1 : 0;
  }

  void take_back() {
    const OperationIndex z = execution_.order.back();
    open_ += problem_.history.operations[z].completed() ? 1 : 0;
    execution_.linearized.erase(z);
    execution_.order.pop_back();
  }

  WeakSearchResult::Outcome outcome(bool found) const {
    return found    ? WeakSearchResult::Outcome::found
           : spent_ ? WeakSearchResult::Outcome::spent
                    : WeakSearchResult::Outcome::none;
  }

  WeakAlgorithm algorithm_;
  WeakProblem problem_;
  WeakRules rules_;
  Replay replay_;
  LinearizationStrategy strategy_;
  WeakMemory memory_;
  const Budget& budget_;

  PartialExecution execution_;
  std::vector<std::vector<OperationIndex>> proposals_;  // by depth
  std::vector<Worlds> everything_;                      // by depth: after all of the linearization
  std::size_t open_ = 0;                                // completed operations not linearized
  std::uint64_t configurations_ = 0;
  std::uint32_t steps_ = 0;
  bool spent_ = false;
};

}  // namespace linnet

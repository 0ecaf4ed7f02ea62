// Searches for an abstract execution: a linearization grown at its end by operations that are minimal in
// happens-before, and for each a visibility.
//
// Minimal visibilities suffice (section 3 of the paper, and rules.hpp): if some choice for an operation
// can be completed, so can every smaller one that the axioms allow and that explains its result. There may be
// several minimal ones; all are tried. With `reads` an observer,
//   po: write(1) → read() → 2, other thread: write(2)     needs read to see write(2), linearized
//                                                         after write(1)
// and under causal consistency the search goes on with {write(1), write(2)}, never with a third operation
// that happens to be there.
//
// The search does better than the paper: partial executions that were found to be hopeless are remembered up to what the rest
// of the search can notice of them (see Memory); where a model lets the choices for one operation
// concern no other, one visibility is enough, and operations that change nothing are linearized at the first
// moment at which their result is explained.
#include "check/weak/weak.hpp"

#include <algorithm>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"
#include "check/weak/visibility.hpp"

namespace linnet {

namespace {

// Proposes what to linearize next, best first.
class LinearizationStrategy {
 public:
  LinearizationStrategy(const WeakProblem& problem, LinearizationOrder order)
      : problem_(problem), by_preference_(problem.history.indices()) {
    // A pending operation that changes nothing is never linearized: leaving it out takes nothing away from
    // the others but duties. Other pending ones come last.
    std::erase_if(by_preference_, [&](OperationIndex i) {
      return !problem.history.operations[i].completed() && problem.silent[i];
    });
    std::ranges::sort(by_preference_, {}, [&](OperationIndex i) {
      const Operation& op = problem.history.operations[i];
      const Rank first = !op.completed() ? kNever : order == LinearizationOrder::wing_gong ? 0 : op.ret;
      return std::pair(first, i);
    });
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
  const WeakProblem& problem_;
  std::vector<OperationIndex> by_preference_;
};

// Partial executions that cannot be completed, up to what later operations can notice:
//   - which operations are linearized;
//   - the rows of the rules at each of them, but for the *settled* ones: those that every later operation
//     must see anyway;
//   - of the order, only how operations that do not commute are ordered, and nothing of silent ones: a
//     context is a part of the linearization, and parts of sequences that differ by exchanging neighbours that
//     commute differ by exchanging neighbours that commute;
//   - settled operations that can be moved to the front by such exchanges are executed in every later
//     context, first: it is enough to know the states that they lead to.
class Memory {
 public:
  using Key = std::vector<std::uint64_t>;

  Memory(const WeakProblem& problem, const WeakRules& rules, Replay& replay,
         std::span<const OperationIndex> all)
      : problem_(problem), rules_(rules), replay_(replay), all_(all) {}

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

 private:
  OperationSet settled_in(const OperationSet& linearized) const {
    OperationSet settled = linearized;
    for (const OperationIndex z : all_) {
      if (!linearized.contains(z) && !rules_.sees_everything(z)) settled &= rules_.always(z);
    }
    return settled;
  }

  void append_order(Key& key, const PartialExecution& execution, const OperationSet& settled) {
    OperationSet kept(problem_.size);
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
      OperationSet blocked(problem_.size);
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
  std::span<const OperationIndex> all_;
  std::vector<OperationIndex> rest_;
  absl::flat_hash_set<Key> hopeless_;
};

class WeakSearch {
 public:
  WeakSearch(const History& history, const Spec& spec, const WeakModel& model,
             const WeakSearchOptions& options, const Budget& budget)
      : algorithm_(options.algorithm),
        problem_(history, spec),
        rules_(problem_, model, options.exempt),
        replay_(problem_),
        strategy_(problem_, options.order),
        memory_(problem_, rules_, replay_, strategy_.all()),
        budget_(budget),
        proposals_(problem_.size + 1),
        everything_(problem_.size + 1) {
    execution_.linearized = OperationSet(problem_.size);
    execution_.visible.assign(problem_.size, OperationSet(problem_.size));
    everything_[0] = {Replay::initial()};
    for (const Operation& op : history.operations) open_ += op.completed() ? 1 : 0;
  }

  WeakSearchResult run() {
    WeakSearchResult result;
    const bool found = extend();
    result.configurations = configurations_;
    result.outcome = found    ? WeakSearchResult::Outcome::found
                     : spent_ ? WeakSearchResult::Outcome::spent
                              : WeakSearchResult::Outcome::none;
    if (found) result.execution = execution();
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
    Memory::Key key;
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
      // other operation returns anything else or must see anything else for it.
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
    // What is contained in every other visibility is the only minimal one.
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
    const std::size_t completed = problem_.history.operations[z].completed() ? 1 : 0;
    open_ -= completed;
    if (extend()) return true;
    open_ += completed;
    execution_.linearized.erase(z);
    execution_.order.pop_back();
    return false;
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

  WeakAlgorithm algorithm_;
  WeakProblem problem_;
  WeakRules rules_;
  Replay replay_;
  LinearizationStrategy strategy_;
  Memory memory_;
  const Budget& budget_;

  PartialExecution execution_;
  std::vector<std::vector<OperationIndex>> proposals_;  // by depth
  std::vector<Worlds> everything_;                      // by depth: after all of the linearization
  std::size_t open_ = 0;                                // completed operations not linearized
  std::uint64_t configurations_ = 0;
  std::uint32_t steps_ = 0;
  bool spent_ = false;
};

}  // namespace

WeakSearchResult search_execution(const History& history, const Spec& spec, const WeakModel& model,
                                  const WeakSearchOptions& options, const Budget& budget) {
  return WeakSearch(history, spec, model, options, budget).run();
}

}  // namespace linnet

// Decides the criterion `stuck`: one search for all final states, with the pending calls tried in each.
#include "check/linearizability/linearizable.hpp"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/linearizability/parallel.hpp"
#include "check/linearizability/partition.hpp"
#include "check/linearizability/search.hpp"

namespace linnet {

namespace {

// The pending calls of one part that have not been seen to block in a final state.
class Unblocked {
 public:
  // Equal calls block in the same states.
  void add(const Operation& op, OperationIndex index) {
    const Call call = op.as_call();
    const bool known = std::ranges::any_of(calls_, [&](const Pending& p) {
      return p.op.method == call.method && std::ranges::equal(p.op.args(), call.args);
    });
    if (!known) calls_.push_back({op, index});
  }
  bool empty() const { return calls_.empty(); }
  OperationIndex first() const { return calls_.front().index; }

  // Removes those that block in the state; returns true if none is left.
  bool remove_blocked(StateSpace& space, StateId state) {
    std::erase_if(calls_, [&](const Pending& pending) {
      space.step(state, pending.op.as_call(), nullptr, after_);
      return after_.empty();
    });
    return calls_.empty();
  }

 private:
  struct Pending {
    Operation op;
    OperationIndex index;
  };
  std::vector<Pending> calls_;
  std::vector<StateId> after_;
};

class StuckDecision {
 public:
  // `parts` partition the history and can be decided one by one.
  StuckDecision(const History& history, const Spec& spec, const Partitions& parts,
                const CheckOptions& options, const Budget& budget)
      : history_(history), spec_(spec), parts_(parts), options_(options), budget_(&budget) {
    result_.partitions = parts.size();
    result_.algorithms.emplace_back(kSearch.name);
  }

  CheckResult run() {
    for_each_index(parts_.size(), options_.jobs, [&](std::size_t p) {
      decide(parts_[p]);
      const std::lock_guard hold(lock_);
      return passed(result_.verdict);
    });
    return std::move(result_);
  }

 private:
  void decide(std::span<const OperationIndex> members) {
    std::vector<OperationIndex> completed;
    Unblocked unblocked;
    for (const OperationIndex i : members) {
      const Operation& op = history_.operations[i];
      if (op.completed()) {
        completed.push_back(i);
      } else {
        unblocked.add(op, i);
      }
    }
    const History part = history_.select(completed);
    const Question question{part, spec_, budget_, false, options_.want_evidence};
    bool linearizable = false;
    const SearchResult found = race(question, [&](StateSpace& space, StateId state) {
      linearizable = true;
      return unblocked.remove_blocked(space, state);
    });
    const std::lock_guard hold(lock_);
    result_.explored += found.explored;
    if (passed(found.verdict) || violated(result_.verdict)) return;
    if (unknown(found.verdict)) {
      if (passed(result_.verdict)) result_.verdict = found.verdict;
      return;
    }
    Violation violation = std::get<Violation>(found.verdict);
    for (auto& order : violation.longest) renumber(order, completed);
    if (linearizable) {
      const OperationIndex e = unblocked.first();
      violation.suspects = {e};
      violation.sentence = fmt::format(
          "{} never returned, but no order of the completed operations leaves a state in which it blocks",
          history_.describe_call(history_.operations[e]));
    } else {
      violation.sentence = "no order explains the completed operations, even without those that are pending";
    }
    result_.verdict = std::move(violation);
    result_.violating_part.assign(members.begin(), members.end());
    budget_.cancel();
  }

  const History& history_;
  const Spec& spec_;
  const Partitions& parts_;
  const CheckOptions& options_;
  const Budget budget_;
  std::mutex lock_;
  CheckResult result_;
};

}  // namespace

CheckResult check_stuck(const History& history, const Spec& spec, const CheckOptions& options,
                        const Budget& budget) {
  refuse_crashes(history, "stuck");
  if (std::ranges::all_of(history.operations, &Operation::completed)) {
    throw InputError(Place{history.words->source},
                     "found no pending operation; criterion stuck is about those that never return");
  }
  const std::vector<OperationIndex> all = history.indices();
  if (!history.order) {
    return StuckDecision(history, spec, by_object_and_key(history, spec, all), options, budget).run();
  }
  const Partitions one = Partitions(
      1, all, [](OperationIndex) { return 0; }, std::identity());
  if (by_object(history, all).size() == 1) return StuckDecision(history, spec, one, options, budget).run();
  return StuckDecision(joined(history), product_of(spec, history.words->objects.size()), one, options, budget)
      .run();
}

}  // namespace linnet

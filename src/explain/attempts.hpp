// Finds how far an order can go: the longest partial linearizations of a violating history, and what ends
// each of them.
//
// It is a depth-first search after Wing and Gong, with a memory of (operations placed, state) like Lowe's. An
// attempt ends where no operation that has returned can come next; pending ones may be placed on the way, and
// do not count for its length. It is made for cores, which are small. Larger histories are searched up to a
// number of steps, so their attempts are good but perhaps not the longest.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "explain/explain.hpp"

namespace linnet {

struct Attempts {
  std::vector<Explanation::Attempt> best;  // indices are into the history searched
  bool longest = true;                     // the search was complete
};

// REQUIRES: the history is resolved and of one object.
class AttemptSearch {
 public:
  AttemptSearch(const History& history, const Spec& spec, TooLate too_late)
      : history_(history),
        spec_(spec),
        space_(spec.open()),
        too_late_(too_late),
        placed_(history.size()),
        by_return_(history.indices()) {
    std::size_t looks = history.size() + 1;
    if (history.order) {
      looks *= looks;
    } else {
      std::ranges::sort(by_return_, {},
                        [&](OperationIndex i) { return std::pair(history.operations[i].ret, i); });
    }
    most_steps_ = std::min(kSteps, kLooks / looks);
  }

  Attempts run() {
    Attempts attempts;
    if (history_.size() > kLargest) return {{}, false};
    extend(StateSpace::initial());
    attempts.longest = steps_ < most_steps_;
    for (const DeadEnd& end : best_) attempts.best.push_back(describe(end));
    return attempts;
  }

 private:
  static constexpr std::size_t kAttempts = 3;
  static constexpr std::size_t kSteps = 200'000;
  static constexpr std::size_t kLooks = 40'000'000;  // at operations: every step looks at each of them
  static constexpr std::size_t kLargest = 2'000;     // operations; the search recurses once per operation
  static constexpr std::size_t kResultsToList = 3;   // of a nondeterministic call
  static constexpr std::size_t kWaitingToList = 6;

  struct Step {
    OperationIndex operation;
    StateId state;
  };
  struct DeadEnd {
    std::vector<Step> path;
    std::size_t returned;  // of the operations placed
    std::vector<std::pair<OperationIndex, std::string>> mismatches;

    // The longer one comes first; if two are equally long, the one with fewer pending operations does.
    bool better_than(const DeadEnd& other) const {
      return std::pair(returned, other.path.size()) > std::pair(other.returned, path.size());
    }
  };

  // An operation that is not placed yet and precedes `i`, with none before it in by_return_; nullopt if there
  // is none. By time, if the first one to return does not precede `i` then none does.
  std::optional<OperationIndex> obstacle(OperationIndex i, std::size_t first_unplaced) const {
    for (std::size_t k = first_unplaced; k < by_return_.size(); ++k) {
      const OperationIndex j = by_return_[k];
      if (!placed_[j] && history_.precedes(j, i)) return j;
      if (!history_.order) break;
    }
    return std::nullopt;
  }

  std::size_t first_unplaced() const {
    const auto at = std::ranges::find_if(by_return_, [&](OperationIndex i) { return !placed_[i]; });
    return static_cast<std::size_t>(at - by_return_.begin());
  }

  std::vector<OperationIndex> next_ones() const {
    const std::size_t first = first_unplaced();
    std::vector<OperationIndex> next;
    for (std::size_t k = first; k < by_return_.size(); ++k) {
      const OperationIndex i = by_return_[k];
      if (placed_[i] || obstacle(i, first)) continue;
      if (too_late_ == nullptr || !too_late_(history_, spec_, i, placed_)) next.push_back(i);
    }
    return next;
  }

  void extend(StateId state) {
    if (steps_ >= most_steps_ || !seen_.emplace(placed_, state).second) return;
    ++steps_;
    bool dead_end = true;
    for (const OperationIndex i : next_ones()) {
      const Operation& op = history_.operations[i];
      std::vector<StateId> next;
      space_->step(state, op.as_call(), op.required_result(), next);
      if (op.completed() && !next.empty()) dead_end = false;
      placed_[i] = true;
      returned_ += op.completed() ? 1 : 0;
      for (const StateId after : next) {
        path_.push_back({i, after});
        extend(after);
        path_.pop_back();
      }
      returned_ -= op.completed() ? 1 : 0;
      placed_[i] = false;
    }
    if (dead_end) note_dead_end(state);
  }

  void note_dead_end(StateId state) {
    DeadEnd end{path_, returned_, {}};
    if (best_.size() == kAttempts && !end.better_than(best_.back())) return;
    for (const OperationIndex i : next_ones()) {
      if (history_.operations[i].completed())
        end.mismatches.emplace_back(i, why_not(state, history_.operations[i]));
    }
    const auto same = std::ranges::find(best_, end.mismatches, &DeadEnd::mismatches);
    if (same != best_.end()) {
      if (!end.better_than(*same)) return;
      best_.erase(same);
    }
    const auto place = std::ranges::find_if(best_, [&](const DeadEnd& d) { return end.better_than(d); });
    best_.insert(place, std::move(end));
    if (best_.size() > kAttempts) best_.pop_back();
  }

  std::string why_not(StateId state, const Operation& op) {
    std::vector<StateSpace::Outcome> outcomes;
    space_->outcomes(state, op.as_call(), outcomes);
    if (outcomes.empty()) return "it blocks here";
    std::set<std::string> results;
    for (const auto& outcome : outcomes) results.insert(outcome.result.to_json());
    std::string text = "it returned " + op.result.to_json() + "; here it would return ";
    if (results.size() > kResultsToList)
      return text + "one of " + std::to_string(results.size()) + " other values";
    const char* separator = "";
    for (const std::string& result : results) text += std::exchange(separator, " or ") + result;
    return text;
  }

  Explanation::Attempt describe(const DeadEnd& end) {
    Explanation::Attempt attempt;
    attempt.initial_state = space_->describe(StateSpace::initial());
    std::fill(placed_.begin(), placed_.end(), false);
    for (const Step& step : end.path) {
      attempt.placed.push_back({step.operation, space_->describe(step.state)});
      placed_[step.operation] = true;
    }
    for (const auto& [i, reason] : end.mismatches) attempt.blocked.push_back({i, reason, {}});
    const std::size_t most = attempt.blocked.size() + kWaitingToList, first = first_unplaced();
    for (OperationIndex i = 0; i < history_.size() && attempt.blocked.size() < most; ++i) {
      if (placed_[i] || !history_.operations[i].completed()) continue;
      if (const auto before = obstacle(i, first)) {
        const std::string name = history_.describe(history_.operations[*before]);
        attempt.blocked.push_back({i, "it must wait for " + name + ", which precedes it", {*before}});
      }
    }
    return attempt;
  }

  const History& history_;
  const Spec& spec_;
  std::unique_ptr<StateSpace> space_;
  TooLate too_late_;
  std::vector<bool> placed_;
  std::vector<OperationIndex> by_return_;
  std::vector<Step> path_;
  std::size_t returned_ = 0;
  std::size_t steps_ = 0, most_steps_;
  absl::flat_hash_set<std::pair<std::vector<bool>, StateId>> seen_;
  std::vector<DeadEnd> best_;  // the best first
};

}  // namespace linnet

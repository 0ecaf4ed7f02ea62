// Algorithm 1 is Sequentializations, Algorithm 2 is StateStack; names are the paper's.
#include "check/quasi/paper.hpp"

#include <algorithm>

namespace linnet {

namespace {

using Event = OperationIndex;
using Sequence = std::vector<Event>;

// Algorithm 2.
class StateStack {
 public:
  StateStack(std::span<const Event> sequence, std::uint32_t factor) : k_(factor) { first_run(sequence); }

  // The events selected in all states, in order.
  Sequence selected() const {
    Sequence events;
    for (const State& s : states_) events.push_back(s.select);
    return events;
  }

  // Makes the next permutation; false if there is none.
  bool backtrack_run() {
    std::size_t s = states_.size();
    std::optional<Event> picked;
    while (s > 0 && !(picked = pick_an_enabled_event(states_[s - 1]))) --s;
    if (!picked) return false;
    for (std::size_t later = s; later < states_.size(); ++later) states_[later].done.clear();
    for (--s; s < states_.size(); ++s) {
      states_[s].select = pick_an_enabled_event(states_[s]).value();
      states_[s].done.push_back(states_[s].select);
      if (s + 1 < states_.size()) update_enabled_and_lateness(states_[s + 1], states_[s]);
    }
    return true;
  }

 private:
  struct Enabled {
    Event event;
    std::int64_t lateness;
  };
  struct State {
    Event select = 0;
    Sequence done;
    std::vector<Enabled> enabled;
    std::vector<Enabled> newly_enabled;
  };

  void first_run(std::span<const Event> sequence) {
    for (const Event event : sequence) {
      State& s = states_.emplace_back();
      s.select = event;
      s.done = {event};
      init_enabled_and_lateness(event);
    }
  }

  // Sets `enabled` and the lateness of the event that the last state selects, there and in the K states before.
  void init_enabled_and_lateness(Event event) {
    std::int64_t lateness = 0;
    for (std::size_t s = states_.size() - 1;; --s, --lateness) {
      states_[s].enabled.push_back({event, lateness});
      if (lateness == -k_ || s == 0) {
        states_[s].newly_enabled.push_back({event, lateness});
        return;
      }
    }
  }

  std::optional<Event> pick_an_enabled_event(const State& s) const {
    const auto is_done = [&s](Event e) { return std::ranges::find(s.done, e) != s.done.end(); };
    for (const Enabled& e : s.enabled) {
      if (e.lateness == k_) return is_done(e.event) ? std::nullopt : std::optional(e.event);  // must-select
    }
    for (const Enabled& e : s.enabled) {
      if (!is_done(e.event)) return e.event;
    }
    return std::nullopt;
  }

  static void update_enabled_and_lateness(State& s, const State& previous) {
    s.enabled.clear();
    for (const Enabled& e : previous.enabled) {
      if (e.event != previous.select) s.enabled.push_back({e.event, e.lateness + 1});
    }
    s.enabled.insert(s.enabled.end(), s.newly_enabled.begin(), s.newly_enabled.end());
  }

  std::int64_t k_;
  std::vector<State> states_;
};

// Algorithm 1.
class Sequentializations {
 public:
  Sequentializations(const History& history, const Spec& spec, const QuasiBounds& bounds,
                     const Budget& budget, const PaperOptions& options)
      : history_(history),
        bounds_(bounds),
        budget_(budget),
        memory_(options.memory),
        exhaustive_(options.exhaustive),
        space_(spec.open()),
        placed_(history.size()) {
    if (memory_ != nullptr) labels_ = memory_->labels_of(history);
  }

  PaperResult decide() {
    extend();
    if (spent_) {
      result_.verdict = Unknown{budget_.reason()};
    } else if (!found_) {
      result_.verdict = Violation{};
    }
    return std::move(result_);
  }

 private:
  bool is_over() const { return spent_ || (found_ && !exhaustive_); }

  // Looks for an allowed quasi permutation of some continuation of the sequence so far.
  void extend() {
    if (is_complete() && has_allowed_permutation()) found_ = true;
    for (OperationIndex i = 0; i < history_.size() && !is_over(); ++i) {
      if (placed_[i] || !is_minimal(i)) continue;
      placed_[i] = true;
      sequence_.push_back(i);
      extend();
      sequence_.pop_back();
      placed_[i] = false;
    }
  }

  bool has_allowed_permutation() {
    if (memory_ == nullptr) return try_permutations();
    // If the sequence is allowed, the permutation is searched for again: the witness has to name this
    // history's operations.
    if (memory_->sequentialization(sequence_, labels_) == false) return false;
    const bool found = try_permutations();
    if (!spent_) memory_->sequentialization(sequence_, labels_) = found;
    return found;
  }

  bool try_permutations() {
    ++result_.sequentializations;
    bool found = false;
    Sequence permuted = sequence_;
    permute_groups(0, permuted, [&](std::span<const Event> permutation) {
      spent_ = spent_ || budget_.spent(steps_);
      if (spent_) return false;
      const bool allowed = is_allowed(permutation);
      if (allowed && !found && !found_)
        result_.witness = {sequence_, {permutation.begin(), permutation.end()}};
      found = found || allowed;
      return !found || exhaustive_;
    });
    return found;
  }

  // Permutes the events of each group, from this one on, in the places that they have together. Returns false
  // if `visit` wants no more.
  bool permute_groups(std::size_t group, Sequence& permuted,
                      const std::function<bool(std::span<const Event>)>& visit) const {
    if (group == bounds_.groups.size()) return visit(permuted);
    std::vector<std::size_t> places;
    Sequence events;
    for (std::size_t i = 0; i < permuted.size(); ++i) {
      if (!bounds_.groups[group].has(history_.operations[permuted[i]].method)) continue;
      places.push_back(i);
      events.push_back(permuted[i]);
    }
    bool goes_on = true;
    for_each_quasi_permutation(events, bounds_.groups[group].factor, [&](std::span<const Event> permutation) {
      for (std::size_t i = 0; i < places.size(); ++i) permuted[places[i]] = permutation[i];
      return goes_on = permute_groups(group + 1, permuted, visit);
    });
    for (std::size_t i = 0; i < places.size(); ++i) permuted[places[i]] = events[i];
    return goes_on;
  }

  bool is_allowed(std::span<const Event> permutation) {
    if (memory_ == nullptr) return follows_specification(permutation);
    std::optional<bool>& known = memory_->permutation(permutation, labels_);
    if (!known) known = follows_specification(permutation);
    return *known;
  }

  bool follows_specification(std::span<const Event> permutation) {
    ++result_.permutations;
    std::vector<StateId> possible = {StateSpace::initial()};
    for (const Event i : permutation) possible = states_after(*space_, possible, history_.operations[i]);
    return !possible.empty();
  }

  bool is_complete() const {
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (history_.operations[i].completed() && !placed_[i]) return false;
    }
    return true;
  }
  bool is_minimal(OperationIndex i) const {
    for (OperationIndex j = 0; j < history_.size(); ++j) {
      if (!placed_[j] && history_.precedes(j, i)) return false;
    }
    return true;
  }

  const History& history_;
  const QuasiBounds& bounds_;
  const Budget& budget_;
  PaperMemory* memory_;
  bool exhaustive_;
  PaperMemory::Labels labels_;
  std::unique_ptr<StateSpace> space_;
  std::vector<bool> placed_;
  Sequence sequence_;
  std::uint32_t steps_ = 0;
  bool spent_ = false, found_ = false;
  PaperResult result_;
};

}  // namespace

void for_each_quasi_permutation(std::span<const OperationIndex> sequence, std::uint32_t factor,
                                const std::function<bool(std::span<const OperationIndex>)>& visit) {
  StateStack stack(sequence, factor);
  while (visit(stack.selected()) && stack.backtrack_run()) continue;
}

PaperResult check_quasi_as_in_paper(const History& history, const Spec& spec, const QuasiBounds& bounds,
                                    const Budget& budget, const PaperOptions& options) {
  return Sequentializations(history, spec, bounds, budget, options).decide();
}

}  // namespace linnet

// Searches for both orders of quasi-linearizability: they grow together, ρ'' ahead of ρ'.
//
// ρ'' drives: at each position some operation takes effect in the specification's state. ρ' follows as soon
// as it can do so without guessing: once every group d has factor(d) + 1 operations that ρ'' has placed and
// ρ' has not, whatever comes next in ρ' is among them, because nothing in ρ'|d may be further than factor(d)
// before its place in ρ''|d. So a configuration is
//   the set of operations in ρ' (all below a horizon except the few that overlap it),
//   the operations that ρ'' is ahead, each with its index in ρ''|d for each of its groups,
//   the state of the object (or, for a stack, all orders that its elements may have: foresight.hpp),
// and for one group of factor K at most K + 1 operations are ahead. All configurations at one position of ρ''
// are the frontier; only the frontier is kept, and states that it does not name are forgotten.
//
// Two exchange arguments, for precedence by intervals and operations of the same groups.
//  1. Let x have been called and have returned before y. If two configurations differ only in which of
//     the two has the lower indices, the one where x has them goes at least as far: where the other continues
//     with y before x in ρ', this one can exchange them, and where with x before y, this one is in step
//     already. The other is dropped.
//  2. If x and y can both come next in ρ', x returned before y and x's indices are lower, then x may come
//     first: y can take whatever place x would have had.
//
// Example: queue, factor 1, one thread: enq(1) enq(2) deq()→2 deq()→1. The frontier after two positions holds
// [enq 1, enq 2] and [enq 2, enq 1], in both of which ρ' has enq(1); from the second, deq→2 and deq→1 follow.
// Also from the first, with ρ'' ending in deq→1 deq→2. With factor 0 only [enq 1, enq 2] survives, and dies.
//
// For one group of all operations ρ' is not searched at all: it follows from ρ'' (moves.hpp).
//
// Width. The problem is NP-hard, so the frontier may explode. The search keeps a few configurations: those
// whose operations have most room left and least to move later (foresight.hpp). When no configuration is
// left, it goes back to a milestone and tries again with more, further back and wider each time. A witness
// found in this way is a proof. Running out of configurations is a proof only if none was dropped on the way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/budget.hpp"
#include "check/quasi/configuration.hpp"
#include "check/quasi/foresight.hpp"
#include "check/quasi/frontier.hpp"
#include "check/quasi/limits.hpp"
#include "check/quasi/moves.hpp"
#include "history/model/history.hpp"
#include "history/model/operation.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

// Remembers how the quasi search reached its configurations, so that a witness can be reconstructed.
//
// Each entry is the last step of some way: an operation appended to ρ'' or to ρ', and the entry that it was
// appended to. Ways that lead to the same configuration are alternatives of each other. For most objects any
// of them will do. But at their end a stack may be one of many (foresight.hpp), and only some of the ways
// lead to each of these.
class QuasiTrace {
 public:
  using Id = std::uint32_t;
  static constexpr Id kRoot = 0;

  // The way from `parent` by one more operation, with the outlook there. `sequenced` says that the operation
  // was appended to ρ', not to ρ''.
  Id append(Id parent, OperationIndex operation, bool sequenced, QuasiForesight::Outlook outlook) {
    Entry entry;
    entry.parent = parent;
    entry.operation = operation & kMostOperations;
    entry.sequenced = sequenced;
    entry.outlook = outlook;
    entries_.push_back(entry);
    return static_cast<Id>(entries_.size() - 1);
  }

  // Says that both lead to the same configuration.
  void add_alternative(Id way, Id other) {
    Id last = way;
    while (entries_[last].alternative != kRoot) last = entries_[last].alternative;
    entries_[last].alternative = other;
  }

  // Sets the outlook at its end, with all alternatives. REQUIRES: the way has not been continued.
  void arrive(Id way, QuasiForesight::Outlook outlook) { entries_[way].outlook = outlook; }

  // The orders along some way that led there. `foresight` is given if it replaces states, and is otherwise
  // null.
  QuasiWitness orders(Id way, const QuasiForesight* foresight) const {
    QuasiWitness orders;
    std::vector<OperationIndex> stack;
    if (foresight != nullptr && way != kRoot) stack = foresight->some_stack(entries_[way].outlook);
    const auto is_possible = [&](const Entry& entry) {
      if (foresight == nullptr) return true;
      const QuasiForesight::Outlook before = entries_[entry.parent].outlook;
      return entry.sequenced ? foresight->can_be(before, stack)
                             : foresight->undo(entry.operation, before, stack);
    };
    while (way != kRoot) {
      while (!is_possible(entries_[way])) way = entries_[way].alternative;
      const Entry& entry = entries_[way];
      (entry.sequenced ? orders.sequentialization : orders.permutation).push_back(entry.operation);
      way = entry.parent;
    }
    std::ranges::reverse(orders.sequentialization);
    std::ranges::reverse(orders.permutation);
    return orders;
  }

 private:
  static constexpr OperationIndex kMostOperations = ~OperationIndex{0} >> 1;

  struct Entry {
    Id parent = kRoot, alternative = kRoot;
    OperationIndex operation : 31 = 0;
    OperationIndex sequenced : 1 = 0;
    QuasiForesight::Outlook outlook = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(1);
};

class QuasiBeam {
 public:
  enum class End : std::uint8_t { found, none, dropped_some, out_of_budget };

  QuasiBeam(const History& history, const Spec& spec, const QuasiLimits& limits, const Budget& budget)
      : history_(history),
        limits_(limits),
        budget_(budget),
        foresight_(QuasiForesight::find(history, spec, limits)),
        space_(spec.open()),
        moves_(history, limits),
        completed_(
            static_cast<std::size_t>(std::ranges::count_if(history.operations, &Operation::completed))),
        working_(limits),
        child_(limits) {}

  // A patient run goes back and widens; a traced one remembers how it got where it ended.
  End run(bool patient, bool traced) {
    traced_ = traced;
    attempt_ = history_.size() <= kShort ? 2 : 0;
    start();
    for (;; ++position_) {
      furthest_ = std::max(furthest_, position_);
      take(current_, 0);
      longest_ = current_.note(0).trace;
      if (position_ >= completed_ && ends_here()) return End::found;
      if (position_ % kStride == 0) pass_milestone();
      make_next();
      if (out_of_budget_) return End::out_of_budget;
      if (next_.empty()) {
        if (!dropped_) return End::none;
        if (!patient) return End::dropped_some;
        retreat();
        continue;
      }
      widest_ = std::max(widest_, next_.size());
      dropped_ = dropped_ || next_.size() > width();
      next_.keep_cheapest(width());
      std::swap(current_, next_);
    }
  }

  // The orders that the traced run found (without operations in no group, which ρ' lacks), or the longest
  // ones that could not be extended. REQUIRES: a traced run has ended.
  QuasiWitness orders() const {
    return trace_.orders(longest_, foresight_ && foresight_->replaces_states() ? &*foresight_ : nullptr);
  }

  std::size_t furthest() const { return furthest_; }
  std::uint64_t configurations() const { return configurations_; }
  std::size_t widest() const { return widest_; }

 private:
  using Note = QuasiFrontier::Note;

  // A frontier to come back to.
  struct Milestone {
    std::size_t position;
    bool dropped;  // something was dropped on the way there
    QuasiFrontier frontier;
  };

  static constexpr std::size_t kStride = 32;  // between milestones
  static constexpr std::size_t kShort = 64;   // shorter histories are searched at full width from the start
  static constexpr std::size_t kNarrow = 2, kFewStates = 256;

  std::size_t width() const { return kNarrow << std::min<std::size_t>(2 * attempt_, 40); }
  const Operation& operation(OperationIndex i) const { return history_.operations[i]; }

  void start() {
    current_.clear();
    child_ = QuasiConfiguration(limits_);
    if (foresight_) child_.outlook = foresight_->initial_outlook();
    add(child_, {}, current_);
  }

  void make_next() {
    next_.clear();
    settling_.clear();
    forget_states();
    for (std::size_t i = 0; i < current_.size() && !out_of_budget_; ++i) {
      take(current_, i);
      extend_permutation(current_.note(i));
    }
    settle();
    drop_dominated();
  }

  // Remembers the way, with more detail near the present, and narrows again once the hard place has been
  // passed.
  void pass_milestone() {
    if (position_ > hard_place_ + 2 * kStride && attempt_ > 0) --attempt_;
    milestones_.push_back({position_, dropped_, current_});
    std::size_t kept = milestones_.size(), octave = 64, in_octave = 0;
    for (std::size_t k = milestones_.size(); k-- > 1;) {
      const std::size_t age = std::bit_width((position_ - milestones_[k].position) / kStride);
      in_octave = age == octave ? in_octave + 1 : 0;
      octave = age;
      if (in_octave < 2) std::swap(milestones_[--kept], milestones_[k]);
    }
    std::swap(milestones_[--kept], milestones_[0]);
    milestones_.erase(milestones_.begin(), milestones_.begin() + static_cast<std::ptrdiff_t>(kept));
  }

  // Goes further back, and wider, each time that the same place is too hard.
  void retreat() {
    hard_place_ = std::max(hard_place_, furthest_);
    const std::size_t back = kStride << std::min<std::size_t>(attempt_++, 40);
    while (milestones_.size() > 1 && milestones_.back().position + back > hard_place_) milestones_.pop_back();
    const Milestone& milestone = milestones_.back();
    // One before it: the loop advances to it, and stores it again.
    position_ = milestone.position - 1;
    dropped_ = milestone.dropped;
    current_ = milestone.frontier;
    milestones_.pop_back();
  }

  // Whether some configuration of the frontier has everything that must be in ρ'', and ρ' can follow to the
  // end.
  bool ends_here() {
    settling_.clear();
    for (std::size_t i = 0; i < current_.size(); ++i) {
      take(current_, i);
      if (moves_.has_all_completed(working_)) add(working_, current_.note(i), settling_);
    }
    for (std::size_t at = 0; at < settling_.size(); ++at) {
      take(settling_, at);
      const Note note = settling_.note(at);
      if (working_.ahead().empty()) {
        longest_ = note.trace;
        return true;
      }
      extend_sequentialization(note, settling_);
    }
    return false;
  }

  // Makes it the working configuration.
  void take(const QuasiFrontier& from, std::size_t i) {
    working_.unpack(from[i]);
    working_.outlook = from.note(i).outlook;
    if (traced_) trace_.arrive(from.note(i).trace, working_.outlook);
  }

  void add(const QuasiConfiguration& c, Note note, QuasiFrontier& to) {
    ++configurations_;
    if (budget_.spent(budget_steps_)) out_of_budget_ = true;
    note.outlook = c.outlook;
    c.pack(record_);
    Note* const known = to.add(record_, note);
    if (known == nullptr) return;
    known->cost = std::min(known->cost, note.cost);
    if (!foresight_) return;
    known->outlook = foresight_->unite(known->outlook, note.outlook);
    if (traced_ && foresight_->replaces_states()) trace_.add_alternative(known->trace, note.trace);
  }

  // The note for `child_`, which is one step further.
  Note after(const Note& note, OperationIndex i, bool sequenced) {
    return {.cost = note.cost,
            .trace = traced_ ? trace_.append(note.trace, i, sequenced, child_.outlook) : QuasiTrace::kRoot};
  }

  // Appends to ρ'' of the working configuration every operation that can come next there.
  void extend_permutation(const Note& note) {
    reach_ = moves_.find_unplaced(working_, unplaced_);
    for (const OperationIndex i : unplaced_) {
      if (out_of_budget_) return;
      if (!moves_.has_room_for(working_, i)) continue;
      QuasiForesight::Outlook outlook = working_.outlook;
      const auto cost = cost_foreseen(i, outlook);
      if (!cost) continue;
      for (const StateId state : states_after(working_.state, i)) {
        child_ = working_;
        child_.state = state;
        child_.outlook = outlook;
        child_.append_to_permutation(i);
        Note next = after(note, i, false);
        next.cost += *cost;
        hand_on(next);
      }
    }
  }

  // Adds `child_` to the frontier that it belongs to. With one group, ρ' has no choice; otherwise it has to
  // wait for all configurations of the position.
  void hand_on(Note note) {
    if (!moves_.one_group()) {
      add(child_, note, settling_);
      return;
    }
    while (child_.sequencing_is_due()) {
      moves_.find_next_in_sequentialization(child_, choices_);
      if (choices_.empty()) return;
      note = after(note, child_.ahead()[choices_.front()], true);
      child_.append_to_sequentialization(choices_.front());
    }
    if (const auto pressure = moves_.settle(child_)) {
      note.pressure = *pressure;
      add(child_, note, next_);
    }
  }

  // Appends to ρ' of the working configuration every operation that can come next there.
  void extend_sequentialization(const Note& note, QuasiFrontier& to) {
    moves_.find_next_in_sequentialization(working_, choices_);
    for (const std::size_t k : choices_) {
      child_ = working_;
      child_.append_to_sequentialization(k);
      add(child_, after(note, working_.ahead()[k], true), to);
    }
  }

  // Lets ρ' follow wherever it can do so without guessing, and passes the remaining configurations to the
  // next position.
  void settle() {
    for (std::size_t at = 0; at < settling_.size() && !out_of_budget_; ++at) {
      take(settling_, at);
      Note note = settling_.note(at);
      if (working_.sequencing_is_due()) {
        extend_sequentialization(note, settling_);
      } else if (const auto pressure = moves_.settle(working_)) {
        note.pressure = *pressure;
        add(working_, note, next_);
      }
    }
  }

  // The first exchange argument.
  void drop_dominated() {
    if (history_.order) return;
    std::vector<bool> dropped(next_.size());
    const auto returns_before = [&](OperationIndex a, OperationIndex b) {
      return operation(a).ret <= operation(b).ret;
    };
    for (std::size_t i = 0; i < next_.size(); ++i) {
      working_.unpack(next_[i]);
      if (!working_.normalize(returns_before)) continue;
      working_.pack(record_);
      const Note* const better = next_.find(record_);
      dropped[i] =
          better != nullptr && (!foresight_ || foresight_->covers(better->outlook, next_.note(i).outlook));
    }
    next_.drop(dropped);
  }

  // The later cost if i comes next in ρ''; nullopt if it cannot.
  std::optional<std::uint64_t> cost_foreseen(OperationIndex i, QuasiForesight::Outlook& outlook) {
    if (!foresight_) return 0;
    const auto delay = foresight_->tick(i, working_.permuted(0), outlook);
    if (!delay) return std::nullopt;
    std::uint64_t sum = *delay;
    if (!foresight_->adds(i)) return sum;
    const auto comes_before = [&](OperationIndex other) {
      const auto below = foresight_->popped(other);
      const auto cost = foresight_->cost_if_first(i, other, below && is_placed(*below));
      if (cost) sum += *cost;
      return cost.has_value();
    };
    for (const OperationIndex other : unplaced_) {
      if (other != i && !comes_before(other)) return std::nullopt;
    }
    // Also those that are not within reach yet, but will be while i could still wait for them.
    const std::uint64_t last = limits_.until(0, i) + 2 * std::uint64_t{limits_.factor(0)};
    for (OperationIndex other = reach_; other < history_.size() && limits_.before(0, other) < last; ++other) {
      if (!working_.is_ahead(other) && !comes_before(other)) return std::nullopt;
    }
    return sum;
  }

  bool is_placed(OperationIndex i) const {
    if (i >= working_.horizon()) return working_.is_ahead(i);
    return !std::ranges::binary_search(working_.missing(), i) || working_.is_ahead(i);
  }

  const std::vector<StateId>& states_after(StateId state, OperationIndex i) {
    const auto [at, fresh] = steps_.try_emplace(std::uint64_t{state} << 32 | i);
    if (!fresh) return at->second;
    if (foresight_ && foresight_->replaces_states()) {
      at->second = {state};
    } else {
      space_->step(state, operation(i).as_call(), operation(i).required_result(), at->second);
    }
    return at->second;
  }

  // From here on only the states of the frontiers that are kept are needed, and for a traced run all
  // outlooks.
  void forget_states() {
    steps_.clear();
    std::size_t configurations = current_.size();
    for (const Milestone& m : milestones_) configurations += m.frontier.size();
    if (space_->size() >= kFewStates + 4 * configurations) {
      rename(&QuasiFrontier::state, [this](std::vector<StateId>& states) { space_->forget_all_but(states); });
    }
    if (foresight_ && foresight_->wants_to_forget() && !traced_) {
      rename(&QuasiFrontier::outlook,
             [this](std::vector<std::uint32_t>& outlooks) { foresight_->forget_all_but(outlooks); });
    }
  }

  void rename(std::uint32_t& (QuasiFrontier::*name)(std::size_t), const auto& rename_all) {
    std::vector<std::uint32_t> names;
    const auto for_each = [&](const auto& visit) {
      for (std::size_t i = 0; i < current_.size(); ++i) visit((current_.*name)(i));
      for (Milestone& m : milestones_) {
        for (std::size_t i = 0; i < m.frontier.size(); ++i) visit((m.frontier.*name)(i));
      }
    };
    for_each([&](std::uint32_t old) { names.push_back(old); });
    rename_all(names);
    auto next = names.begin();
    for_each([&](std::uint32_t& old) { old = *next++; });
  }

  const History& history_;
  const QuasiLimits& limits_;
  const Budget& budget_;
  std::optional<QuasiForesight> foresight_;
  std::unique_ptr<StateSpace> space_;
  QuasiMoves moves_;
  std::size_t completed_ = 0;

  bool traced_ = false;
  QuasiTrace trace_;
  QuasiTrace::Id longest_ = QuasiTrace::kRoot;
  std::size_t position_ = 0;  // the number of operations in ρ''
  std::size_t furthest_ = 0, hard_place_ = 0, attempt_ = 0;
  bool dropped_ = false;
  std::vector<Milestone> milestones_;
  QuasiFrontier current_, settling_, next_;

  std::uint64_t configurations_ = 0;
  std::size_t widest_ = 0;
  std::uint32_t budget_steps_ = 0;
  bool out_of_budget_ = false;

  // Scratch.
  QuasiConfiguration working_, child_;
  std::vector<std::uint32_t> record_;
  std::vector<OperationIndex> unplaced_;
  OperationIndex reach_ = 0;  // operations from here on are not within reach
  std::vector<std::size_t> choices_;
  absl::flat_hash_map<std::uint64_t, std::vector<StateId>> steps_;
};

}  // namespace linnet

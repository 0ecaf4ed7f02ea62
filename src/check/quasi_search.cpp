// The search for both orders, position by position.
#include "check/quasi_search.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "check/quasi_configuration.hpp"
#include "check/quasi_foresight.hpp"
#include "check/quasi_frontier.hpp"
#include "check/quasi_limits.hpp"
#include "check/quasi_schedule.hpp"
#include "check/quasi_trace.hpp"

namespace linnet {

namespace {

using Group = QuasiLimits::Group;
using Order = std::vector<OperationIndex>;

enum class End : std::uint8_t { found, none, dropped_some, out_of_budget };

class QuasiSearch {
 public:
  QuasiSearch(const History& history, const Spec& spec, const QuasiLimits& limits, const Budget& budget)
      : history_(history),
        limits_(limits),
        budget_(budget),
        foresight_(QuasiForesight::find(history, spec, limits)),
        space_(spec.open()),
        schedule_(history, limits),
        working_(limits),
        child_(limits) {
    for (OperationIndex i = 0; i < history.size(); ++i) {
      completed_ += history.operations[i].completed() ? 1 : 0;
      all_grouped_ = all_grouped_ && limits.grouped(i);
    }
    one_group_ = limits.groups() == 1 && all_grouped_;
  }

  // Goes back and widens at most `patience` times for one place. `traced`: remembers how it got where it ended.
  End run(std::size_t patience, bool traced) {
    traced_ = traced;
    current_.clear();
    child_ = QuasiConfiguration(limits_);
    if (foresight_) child_.outlook = foresight_->initial_outlook();
    add(child_, {}, current_);
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
        if (attempt_ == patience) return End::dropped_some;
        retreat();
        continue;
      }
      widest_ = std::max(widest_, next_.size());
      dropped_ = dropped_ || next_.size() > width();
      next_.keep_cheapest(width());
      std::swap(current_, next_);
    }
  }

  // Of the traced run that ended: the orders found (but for operations in no group, which ρ' lacks), or
  // longest ones that could not be extended.
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
    bool dropped;  // something, on the way there
    QuasiFrontier frontier;
  };

  static constexpr std::size_t kStride = 32, kNarrow = 8;

  std::size_t width() const { return kNarrow << std::min<std::size_t>(2 * attempt_, 40); }

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

  // Remembers the way, more of what is near, and is content with less once the hard place is behind.
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

  // Further back, and wider, each time that the same place is too hard.
  void retreat() {
    hard_place_ = std::max(hard_place_, furthest_);
    const std::size_t back = kStride << std::min<std::size_t>(attempt_++, 40);
    while (milestones_.size() > 1 && milestones_.back().position + back > hard_place_) milestones_.pop_back();
    const Milestone& milestone = milestones_.back();
    // One before it: the loop goes on to it, and stores it again.
    position_ = milestone.position - 1;
    dropped_ = milestone.dropped;
    current_ = milestone.frontier;
    milestones_.pop_back();
  }

  const Operation& operation(OperationIndex i) const { return history_.operations[i]; }

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
    if (traced_) trace_.add_alternative(known->trace, note.trace);
  }

  // The same, with one more step.
  Note after(const Note& note, OperationIndex i, bool sequenced) {
    return {.cost = note.cost,
            .trace = traced_ ? trace_.append(note.trace, i, sequenced) : QuasiTrace::kRoot};
  }

  // Appends to ρ'' of the working configuration whatever can come next there.
  void extend_permutation(const Note& note) {
    find_unplaced();
    for (const OperationIndex i : unplaced_) {
      if (out_of_budget_) return;
      if (!has_room_for(i)) continue;
      std::uint32_t outlook = working_.outlook;
      const auto cost = cost_foreseen(i, outlook);
      if (!cost) continue;
      for (const StateId state : states_after(working_.state, i)) {
        child_ = working_;
        child_.state = state;
        child_.outlook = outlook;
        child_.append_to_permutation(i);
        Note next = after(note, i, false);
        next.cost += *cost;
        add(child_, next, settling_);
      }
    }
  }

  // Operations that ρ'' does not have and that may be within its reach.
  void find_unplaced() {
    unplaced_.clear();
    for (const OperationIndex i : working_.missing()) {
      if (!working_.is_ahead(i)) unplaced_.push_back(i);
    }
    for (reach_ = working_.horizon(); reach_ < history_.size(); ++reach_) {
      if (all_grouped_ && !history_.order && out_of_reach(reach_)) break;
      if (!working_.is_ahead(reach_)) unplaced_.push_back(reach_);
    }
  }

  // Whether in all groups so many operations precede i that it, and all that are called later, must wait.
  bool out_of_reach(OperationIndex i) const {
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (limits_.before(d, i) <= working_.permuted(d) + limits_.factor(d)) return false;
    }
    return true;
  }

  bool has_room_for(OperationIndex i) const {
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (!limits_.in(d, i)) continue;
      const std::uint64_t earliest = working_.sequenced(d) + unsequenced_predecessors(working_, i, d);
      if (earliest > std::uint64_t{working_.permuted(d)} + limits_.factor(d)) return false;
      if (is_overdue(working_, i, d)) return false;
    }
    return true;
  }

  // Whether even the last place that i can have in ρ'|d is too early for the next place in ρ''|d.
  bool is_overdue(const QuasiConfiguration& c, OperationIndex i, Group d) const {
    return limits_.until(d, i) - 1 + std::uint64_t{limits_.factor(d)} < c.permuted(d);
  }

  std::uint32_t unsequenced_predecessors(const QuasiConfiguration& c, OperationIndex i, Group d) const {
    std::uint32_t count = 0;
    for (const OperationIndex j : c.missing()) {
      if (j >= i) break;
      count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
    }
    for (OperationIndex j = c.horizon(); j < i; ++j)
      count += limits_.in(d, j) && history_.precedes(j, i) ? 1 : 0;
    return count;
  }

  // What it costs later if i comes next in ρ''; nullopt: it cannot.
  std::optional<std::uint64_t> cost_foreseen(OperationIndex i, std::uint32_t& outlook) {
    if (!foresight_) return 0;
    const auto delay = foresight_->tick(i, working_.permuted(0), outlook);
    if (!delay) return std::nullopt;
    std::uint64_t sum = *delay;
    if (!foresight_->adds(i)) return sum;
    const auto comes_before = [&](OperationIndex other) {
      const auto added = foresight_->addition(other);
      const auto cost = foresight_->cost_if_first(i, other, added && is_placed(*added));
      if (cost) sum += *cost;
      return cost.has_value();
    };
    for (const OperationIndex other : unplaced_) {
      if (other != i && !comes_before(other)) return std::nullopt;
    }
    // Also those that are not within reach yet, and will be while i could still wait for them.
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

  // Lets ρ' follow wherever it can do so without guessing, and hands over what is left to the next position.
  void settle() {
    for (std::size_t at = 0; at < settling_.size() && !out_of_budget_; ++at) {
      take(settling_, at);
      Note note = settling_.note(at);
      if (working_.sequencing_is_due()) {
        extend_sequentialization(note, settling_);
      } else if (const auto pressure = one_group_ ? schedule_.pressure_on(working_) : pressure_on(working_)) {
        if (one_group_) schedule_.tighten(working_);
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

  // Appends to ρ' of the working configuration whatever can come next there.
  void extend_sequentialization(const Note& note, QuasiFrontier& to) {
    find_next_in_sequentialization();
    const std::vector<std::size_t> choices = choices_;
    for (const std::size_t k : choices) {
      child_ = working_;
      child_.append_to_sequentialization(k);
      add(child_, after(note, working_.ahead()[k], true), to);
    }
  }

  void find_next_in_sequentialization() {
    choices_.clear();
    if (one_group_) {
      if (const auto k = schedule_.next(working_)) choices_.push_back(*k);
      return;
    }
    for (std::size_t k = 0; k < working_.ahead().size(); ++k) {
      if (can_be_next(k)) choices_.push_back(k);
    }
    if (history_.order) return;
    const auto superfluous = [&](std::size_t k) {
      return std::ranges::any_of(choices_, [&](std::size_t better) { return replaces(better, k); });
    };
    kept_.clear();
    std::ranges::copy_if(choices_, std::back_inserter(kept_), std::not_fn(superfluous));
    choices_.swap(kept_);
  }

  bool can_be_next(std::size_t k) const {
    const OperationIndex i = working_.ahead()[k];
    for (Group d = 0; d < limits_.groups(); ++d) {
      if (!limits_.in(d, i)) continue;
      const std::uint64_t place = working_.place(k, d), here = working_.sequenced(d);
      if (here > place + limits_.factor(d) || place > here + limits_.factor(d)) return false;
    }
    const auto blocks = [&](OperationIndex j) {
      return j < i && limits_.grouped(j) && history_.precedes(j, i);
    };
    if (std::ranges::any_of(working_.missing(), blocks)) return false;
    for (OperationIndex j = working_.horizon(); j < i; ++j) {
      if (blocks(j)) return false;
    }
    return true;
  }

  // The second exchange argument.
  bool replaces(std::size_t better, std::size_t k) const {
    const OperationIndex x = working_.ahead()[better], y = working_.ahead()[k];
    const std::uint64_t mask = limits_.mask(x);
    if (x == y || mask != limits_.mask(y)) return false;
    const auto d = static_cast<Group>(std::countr_zero(mask));
    return operation(x).ret <= operation(y).ret && working_.place(better, d) < working_.place(k, d);
  }

  // nullopt: some operation cannot reach its place any more. Otherwise the more, the less room there is.
  std::optional<std::uint64_t> pressure_on(const QuasiConfiguration& c) const {
    std::uint64_t cost = 0;
    const auto spend = [&cost](std::uint64_t room, std::uint64_t factor) {
      const std::uint64_t plenty = 2 * factor + 1;
      if (room < plenty) cost += (plenty - room) * (plenty - room);
    };
    for (Group d = 0; d < limits_.groups(); ++d) {
      for (std::size_t k = 0; k < c.ahead().size(); ++k) {
        const OperationIndex i = c.ahead()[k];
        if (!limits_.in(d, i)) continue;
        const std::uint64_t last = std::uint64_t{c.place(k, d)} + limits_.factor(d);
        const std::uint64_t earliest = c.sequenced(d) + unsequenced_predecessors(c, i, d);
        if (earliest > last) return std::nullopt;
        spend(last - earliest, limits_.factor(d));
      }
      for (const OperationIndex i : c.missing()) {
        if (!limits_.in(d, i) || !operation(i).completed() || c.is_ahead(i)) continue;
        if (is_overdue(c, i, d)) return std::nullopt;
        spend(limits_.until(d, i) - 1 + std::uint64_t{limits_.factor(d)} - c.permuted(d), limits_.factor(d));
      }
    }
    return cost;
  }

  // Whether some configuration of the frontier has all that must be in ρ'', and ρ' can follow to the end.
  bool ends_here() {
    settling_.clear();
    for (std::size_t i = 0; i < current_.size(); ++i) {
      take(current_, i);
      if (has_all_completed()) add(working_, current_.note(i), settling_);
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

  bool has_all_completed() const {
    const auto open = [&](OperationIndex i) { return operation(i).completed() && !working_.is_ahead(i); };
    if (std::ranges::any_of(working_.missing(), open)) return false;
    for (OperationIndex i = working_.horizon(); i < history_.size(); ++i) {
      if (open(i)) return false;
    }
    return true;
  }

  // Only the states of the frontiers that are kept are needed from here on, and of a traced run all outlooks.
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

  static constexpr std::size_t kFewStates = 256;

  const History& history_;
  const QuasiLimits& limits_;
  const Budget& budget_;
  std::optional<QuasiForesight> foresight_;
  std::unique_ptr<StateSpace> space_;
  std::size_t completed_ = 0;
  bool all_grouped_ = true, one_group_ = false;
  QuasiSchedule schedule_;

  bool traced_ = false;
  QuasiTrace trace_;
  QuasiTrace::Id longest_ = QuasiTrace::kRoot;
  std::size_t position_ = 0;  // how many operations ρ'' has
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
  Order unplaced_;
  OperationIndex reach_ = 0;  // operations from here on are not within reach
  std::vector<std::size_t> choices_, kept_;
  absl::flat_hash_map<std::uint64_t, std::vector<StateId>> steps_;
};

// What passes with smaller factors passes with these, and is found with far less freedom to go wrong: so the search
// begins with factor 0, and is patient only with the factors that were asked about.
class Staging {
 public:
  Staging(const History& history, const Spec& spec, const QuasiBounds& bounds, const QuasiOptions& options,
          const Budget& budget)
      : history_(history), spec_(spec), options_(options), budget_(budget) {
    std::uint32_t largest = 0;
    for (const QuasiGroup& group : bounds.groups)
      largest = std::max(largest, std::min(group.factor, static_cast<std::uint32_t>(history.size())));
    for (std::uint32_t k = 0; k < largest; k = k == 0 ? 1 : 2 * k) {
      stages_.push_back(bounds);
      for (QuasiGroup& group : stages_.back().groups) group.factor = std::min(group.factor, k);
    }
    stages_.push_back(bounds);
  }

  QuasiResult decide() {
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const bool asked = i + 1 == stages_.size();
      const End end = run(stages_[i], asked);
      if (end == End::found || end == End::out_of_budget) break;
    }
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kLittlePatience = 0, kAllPatience = ~std::size_t{0};

  End run(const QuasiBounds& bounds, bool asked) {
    const QuasiLimits limits(history_, bounds);
    QuasiSearch search(history_, spec_, limits, budget_);
    const End end = search.run(asked ? kAllPatience : kLittlePatience, options_.want_witness);
    QuasiStatistics& statistics = result_.statistics;
    ++statistics.passes;
    statistics.configurations += search.configurations();
    statistics.widest = std::max(statistics.widest, search.widest());
    if (asked) furthest_ = std::max(furthest_, search.furthest());
    switch (end) {
      case End::found:
        if (options_.want_witness) result_.witnesses.push_back(complete(search.orders(), limits));
        result_.verdict = Pass{};
        break;
      case End::none:
        if (asked) result_.verdict = violation(search);
        break;
      case End::out_of_budget:
        result_.verdict = Unknown{fmt::format("{}; the search got to {} of {} operations", budget_.reason(),
                                              std::max(furthest_, search.furthest()), history_.size())};
        break;
      case End::dropped_some: break;
    }
    return end;
  }

  Violation violation(const QuasiSearch& search) const {
    Violation violation;
    if (options_.want_witness) violation.longest.push_back(search.orders().permutation);
    violation.sentence =
        fmt::format("after {} of {} operations no other can take effect next and be within its factors",
                    search.furthest(), history_.size());
    return violation;
  }

  // Adds the operations that no group bounds to ρ', each as soon as what precedes it is there.
  QuasiWitness complete(QuasiWitness witness, const QuasiLimits& limits) const {
    Order loose, order;
    for (const OperationIndex i : witness.permutation) {
      if (!limits.grouped(i)) loose.push_back(i);
    }
    if (loose.empty()) return witness;
    // Operations are numbered by their calls, so a predecessor has a lower number.
    std::ranges::sort(loose);
    std::vector<bool> present(history_.size());
    const auto put_loose_before = [&](const OperationIndex* next) {
      for (const OperationIndex i : loose) {
        if (!present[i] && (next == nullptr || history_.precedes(i, *next))) {
          order.push_back(i);
          present[i] = true;
        }
      }
    };
    for (const OperationIndex& i : witness.sequentialization) {
      put_loose_before(&i);
      order.push_back(i);
    }
    put_loose_before(nullptr);
    witness.sequentialization = std::move(order);
    return witness;
  }

  const History& history_;
  const Spec& spec_;
  const QuasiOptions& options_;
  const Budget& budget_;
  std::vector<QuasiBounds> stages_;  // the last is what was asked
  std::size_t furthest_ = 0;
  QuasiResult result_;
};

}  // namespace

QuasiResult search_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         const QuasiOptions& options, const Budget& budget) {
  return Staging(history, spec, bounds, options, budget).decide();
}

}  // namespace linnet

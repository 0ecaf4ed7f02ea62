// Decides stacks with unique values in O(n log n): push, pop and peek, empty results.
//
// Idea. Some value is at the very bottom, pushed on an empty stack. When it is pushed, peeked at or popped,
// nothing else is on the stack: each of its operations has a gap that no other value's critical interval
// covers. Conversely, if v is such a value, the history is linearizable iff it is without v: a gap that no
// other value covers splits the others into those that can come and go before it and those that can do so
// after it, so that v's operations can be inserted there into any order of the rest. So bottoms are taken
// away, in any order, until none is left (linearizable) or none can be taken (not). An empty call needs a gap
// that no value covers at all, and splits the history likewise.
//
//   fine: 1 is the bottom, then 2          not: 2 is critical during pop → 1, and 1 during push(2)
//   push(1) |--|                           push(1) |--|
//   push(2)      |--|                      push(2)      |--|
//   pop → 2           |--|                 pop → 1           |--|
//   pop → 1                |--|            pop → 2                |--|
//
// How it is found fast: the gaps that matter (call_gaps.hpp) are kept with the number of critical intervals that cover them
// (cover_tree.hpp).
//   - A gap that nothing covers serves every operation that runs in it (running_operations.hpp).
//   - A gap that only v covers serves the operations of v, and waits until v is gone.
//   - When all operations of v are served, v is a bottom: its critical interval is taken away, and with it the
//     waiting gaps of v become free, and others may come down to one or none.
// Each gap is handed out once and waits once, and each operation is served once. The order in which values go
// is an order of depth (nested_lives.hpp), from which the witness is made.
//
// Values never popped have critical intervals that never end. For pending pops, see container_monitor.hpp.
//
// After Lee and Mathur, "Efficient Decrease-and-Conquer Linearizability Monitoring" (2024).
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/call_gaps.hpp"
#include "check/monitors/container_monitor.hpp"
#include "check/monitors/cover_tree.hpp"
#include "check/monitors/monitors.hpp"
#include "check/monitors/nested_lives.hpp"
#include "check/linearizability/running_operations.hpp"

namespace linnet {

namespace {

constexpr std::array<RoleName, 3> kRoles = {
    {{"push", Role::add}, {"pop", Role::remove}, {"peek", Role::peek}}};

class StackMonitor {
 public:
  StackMonitor(const Question& question, std::span<const Role> roles, const Lives& lives)
      : question_(question),
        history_(question.history),
        roles_(roles),
        lives_(lives),
        gaps_(history_, lives.ranks),
        cover_(static_cast<Rank>(history_.size())),
        running_(history_.size()),
        unserved_(lives.lives.size(), 0),
        unserved_peeks_(lives.lives.size(), 0),
        waiting_(lives.lives.size(), kNever),
        next_waiting_(history_.size(), kNever) {}

  Verdict run() {
    enter();
    while (hand_out()) {
      if (question_.budget.spent(steps_)) return Unknown{question_.budget.reason()};
    }
    if (bottoms_.size() != values_) return question_.want_evidence ? explain() : Violation{};
    return question_.want_witness ? Pass{make_witness()} : Pass{};
  }

 private:
  void enter() {
    for (ValueId v = 0; v < lives_.lives.size(); ++v) {
      if (!lives_.lives[v].added()) continue;
      ++values_;
      const GapRange gaps = critical_gaps(v);
      if (gaps.begin < gaps.end) cover_.add(gaps, v);
    }
    cover_.build();
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const ValueId v = lives_.value_of[i];
      if (v == kNoValue || !lives_.lives[v].added()) continue;
      running_.set_end(i, gaps_.within(ranks_of(i)).end);
      ++unserved_[v];
      if (is_peek(i)) ++unserved_peeks_[v];
    }
    running_.build();
  }

  bool is_peek(OperationIndex i) const { return roles_[history_.operations[i].method] == Role::peek; }
  GapRange critical_gaps(ValueId v) const { return gaps_.within(critical(lives_.lives[v], lives_.ranks)); }
  GapRange ranks_of(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    return linnet::gaps_of(op, roles_[op.method], lives_.lives[lives_.value_of[i]]);
  }

  // Takes gaps that are covered at most once, and all bottoms that follow; false if that changed nothing.
  bool hand_out() {
    const std::size_t before = bottoms_.size();
    cover_.hand_out([this](Rank gap, std::int32_t count, ValueId only) {
      if (count == 0) {
        free_.push_back(gap);
      } else {
        next_waiting_[gap] = waiting_[only];
        waiting_[only] = gap;
        if (unserved_peeks_[only] != 0) serve(gap, only);
      }
    });
    // A bottom frees the gaps that wait for it, which may make more bottoms.
    std::size_t next = before;
    while (!free_.empty() || next < bottoms_.size()) {
      while (!free_.empty()) {
        const Rank gap = free_.back();
        free_.pop_back();
        serve(gap, kNoValue);
      }
      if (next < bottoms_.size()) take_away(bottoms_[next++]);
    }
    return bottoms_.size() != before;
  }

  // Serves the operations that run in the gap: all, or only those of one value.
  void serve(Rank gap, ValueId only) {
    running_.for_each_in(gap, [&](OperationIndex i) {
      const ValueId v = lives_.value_of[i];
      if ((only != kNoValue && v != only) || !has_begun(i, gap)) return;
      running_.remove(i);
      if (is_peek(i)) --unserved_peeks_[v];
      if (--unserved_[v] == 0) bottoms_.push_back(v);
    });
  }

  // The gaps in which an operation can have its point may begin after its own call, with that of its value's push.
  bool has_begun(OperationIndex i, Rank gap) const {
    return ranks_of(i).begin <= history_.operations[gap].call;
  }

  void take_away(ValueId v) {
    const GapRange gaps = critical_gaps(v);
    if (gaps.begin < gaps.end) cover_.remove(gaps, v);
    for (Rank gap = waiting_[v]; gap != kNever; gap = next_waiting_[gap]) free_.push_back(gap);
    waiting_[v] = kNever;
  }

  Witness make_witness() const {
    NestedPlacement placement(history_, roles_, lives_, true);
    for (std::size_t k = bottoms_.size(); k-- > 0;) placement.place(std::span(&bottoms_[k], 1));
    return placement.finish();
  }

  // Values of which none can be a bottom, as each has an operation during which others of them are critical
  // all the while: one value, those that block it, those that block these, and so on.
  Violation explain() const {
    constexpr std::size_t kMost = 100;
    std::vector<OperationIndex> blocked(lives_.lives.size(), kNever);
    ValueId start = kNoValue;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!running_.has(i)) continue;
      const ValueId v = lives_.value_of[i];
      if (blocked[v] == kNever) blocked[v] = i;
      if (start == kNoValue) start = v;
    }
    const auto cover_of = [&](ValueId v) {
      return covering_values(lives_, ranks_of(blocked[v]),
                             [&](ValueId u) { return u != v && blocked[u] != kNever; });
    };
    std::vector<ValueId> core = {start};
    for (std::size_t k = 0; k < core.size() && core.size() <= kMost; ++k) {
      for (const ValueId u : cover_of(core[k])) {
        if (std::ranges::find(core, u) == core.end()) core.push_back(u);
      }
    }
    Violation violation;
    if (core.size() <= kMost) {
      for (const ValueId v : core) add_suspects(history_, lives_, v, violation.suspects);
    }
    violation.sentence =
        fmt::format("{} cannot come first or last among the values that cross: all the while there was {}",
                    history_.describe(history_.operations[blocked[start]]),
                    describe_values(history_, lives_, cover_of(start)));
    return violation;
  }

  const Question& question_;
  const History& history_;
  std::span<const Role> roles_;
  const Lives& lives_;
  CallGaps gaps_;
  CoverTree cover_;
  RunningOperations running_;
  std::vector<std::uint32_t> unserved_;  // by value: how many of its operations
  std::vector<std::uint32_t> unserved_peeks_;
  std::vector<Rank> waiting_;       // by value: the first gap that waits for it to go
  std::vector<Rank> next_waiting_;  // by gap
  std::vector<Rank> free_;          // gaps that nothing covers, not yet looked at
  std::vector<ValueId> bottoms_;    // in the order in which they were found
  std::size_t values_ = 0;
  std::uint32_t steps_ = 0;
};

Verdict run(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy) {
  settle_leftovers(question.history, policy, lives);
  if (!lives.empties.empty()) {
    GapSet uncovered(lives.ranks, GapSet::Directions::up);
    if (const auto empty = find_misplaced_empty(question.history, lives, uncovered))
      return question.want_evidence ? explain_empty(question.history, lives, *empty) : Violation{};
  }
  if (question.budget.measure()) return Unknown{question.budget.reason()};
  return StackMonitor(question, roles, lives).run();
}

constexpr ContainerMonitor kMonitor = {"stack", kRoles, false, run};

}  // namespace

const Algorithm kStackMonitor = {"stack-monitor", "stacks with unique values, bottom by bottom",
                                 [](const Question& question) { return obstacle_to(kMonitor, question); },
                                 [](const Question& question) { return decide_with(kMonitor, question); }};

}  // namespace linnet

// Decides priority queues with unique values in O(n log n): insert, deqMin and peekMin, or deqMax and peekMax.
//
// Idea. An element can be seen by deqMin or peekMin exactly when nothing with a lesser priority is inside. So
// an operation that saw v needs a gap that is covered by no critical interval of a value with a lesser
// priority than v, and an empty call one that is covered by none at all. That is enough (nested_lives.hpp,
// with depth for priority). Values are taken by increasing priority: look for the gaps of v's operations,
// then erase v's critical interval from the gaps that are left, which a disjoint-set forest does in next to
// no time. Equal priorities are not in each other's way: first all of them look, then all are erased.
//
//   fine: 1 may be inserted after 2 has left      not: 1 is inside all the while that deqMin runs
//   insert(1)     |----|                          insert(1)  |--|
//   insert(2)  |--|                               insert(2)    |--|
//   deqMin → 2      |---|                         deqMin → 2          |--|
//   deqMin → 1             |--|                   deqMin → 1                |--|
//
// This does not hold for both ends at once: a deqMin that waits for a lesser value to leave keeps its own
// value inside, where it is in the way of a deqMax. With values x < u < v, x inside until 20, deqMin → v in
// 10-30 and deqMax → u in 12-14, each operation has a gap, and yet v cannot leave before 12-14. Such
// histories are left to others.
//
// After Lee and Mathur, "Efficient Decrease-and-Conquer Linearizability Monitoring" (2024).
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "check/monitors/container_monitor.hpp"
#include "check/monitors/nested_lives.hpp"

namespace linnet {

namespace {

constexpr std::array<RoleName, 5> kRoles = {{{"insert", Role::add},
                                             {"deqMin", Role::remove},
                                             {"deqMax", Role::remove},
                                             {"peekMin", Role::peek},
                                             {"peekMax", Role::peek}}};

// Which ends completed operations have seen values at.
struct Ends {
  bool least = false, greatest = false;
};

Ends ends_of(const Question& question) {
  std::vector<std::uint8_t> seen(question.spec.methods().size(), 0);
  for (const Operation& op : question.history.operations) {
    if (op.completed() && !op.result.is_null()) seen[op.method] = 1;
  }
  Ends ends;
  for (std::size_t m = 0; m < seen.size(); ++m) {
    const std::string& name = question.spec.methods()[m].name;
    if (seen[m] != 0 && name.ends_with("Min")) ends.least = true;
    if (seen[m] != 0 && name.ends_with("Max")) ends.greatest = true;
  }
  return ends;
}

class PriorityQueueMonitor {
 public:
  PriorityQueueMonitor(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy)
      : question_(question), history_(question.history), roles_(roles), lives_(std::move(lives)) {
    settle_leftovers(history_, policy, lives_);
  }

  Verdict run() {
    sort_by_priority();
    list_peeks();
    if (question_.budget.measure()) return Unknown{question_.budget.reason()};
    GapSet gaps(lives_.ranks, GapSet::Directions::up);
    for (std::size_t begin = 0; begin < order_.size(); begin = group_end(begin)) {
      for (const ValueId v : group(begin)) {
        if (const auto blocked = find_blocked(v, gaps))
          return question_.want_evidence ? explain(v, *blocked) : Violation{};
      }
      for (const ValueId v : group(begin)) {
        const GapRange range = critical(lives_.lives[v], lives_.ranks);
        if (range.begin < range.end) gaps.erase(range.begin, range.end);
      }
    }
    if (const auto empty = find_misplaced_empty(history_, lives_, gaps))
      return question_.want_evidence ? explain_empty(history_, lives_, *empty) : Violation{};
    return question_.want_witness ? Pass{make_witness()} : Pass{};
  }

 private:
  static constexpr OperationIndex kNone = ~OperationIndex{0};

  // Orders the values from the deepest on: those that come out first.
  void sort_by_priority() {
    priority_.resize(lives_.lives.size());
    bool integers = true;
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const Operation& op = history_.operations[i];
      if (roles_[op.method] != Role::add) continue;
      const Value priority = op.args().back();
      priority_[lives_.value_of[i]] = priority;
      integers = integers && (priority.bits() & 1) != 0;
    }
    for (ValueId v = 0; v < lives_.lives.size(); ++v) {
      if (lives_.lives[v].added()) order_.push_back(v);
    }
    const bool greatest_first = ends_of(question_).greatest;
    if (integers) {
      // The words of small integers are in the order of the integers, and comparing them is much faster.
      std::vector<std::pair<std::int64_t, ValueId>> keys;
      keys.reserve(order_.size());
      for (const ValueId v : order_) {
        const auto word = static_cast<std::int64_t>(priority_[v].bits());
        keys.emplace_back(greatest_first ? -word : word, v);
      }
      std::ranges::sort(keys);
      std::ranges::transform(keys, order_.begin(), &std::pair<std::int64_t, ValueId>::second);
    } else {
      std::ranges::sort(order_, [&](ValueId a, ValueId b) {
        return greatest_first ? priority_[b] < priority_[a] : priority_[a] < priority_[b];
      });
    }
  }

  // The values of the same priority as the one at `begin`, which is the first of them.
  std::size_t group_end(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < order_.size() && priority_[order_[end]] == priority_[order_[begin]]) ++end;
    return end;
  }
  std::span<const ValueId> group(std::size_t begin) const {
    return std::span(order_).subspan(begin, group_end(begin) - begin);
  }

  void list_peeks() {
    first_peek_.assign(lives_.lives.size(), kNone);
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      const ValueId v = lives_.value_of[i];
      if (v == kNoValue || roles_[history_.operations[i].method] != Role::peek) continue;
      if (next_peek_.empty()) next_peek_.assign(history_.size(), kNone);
      next_peek_[i] = first_peek_[v];
      first_peek_[v] = i;
    }
  }

  // The gaps of an operation that saw v and has none left.
  std::optional<GapRange> find_blocked(ValueId v, GapSet& gaps) const {
    const Life& life = lives_.lives[v];
    const auto blocked = [&gaps](GapRange range) { return gaps.next(range.begin) >= range.end; };
    if (life.removed()) {
      const GapRange range = gaps_of({}, Role::remove, life);
      if (blocked(range)) return range;
    }
    for (OperationIndex i = first_peek_[v]; i != kNone; i = next_peek_[i]) {
      const GapRange range = gaps_of(history_.operations[i], Role::peek, life);
      if (blocked(range)) return range;
    }
    return std::nullopt;
  }

  Witness make_witness() const {
    NestedPlacement placement(history_, roles_, lives_, false);
    for (std::size_t begin = 0; begin < order_.size(); begin = group_end(begin))
      placement.place(group(begin));
    return placement.finish();
  }

  Violation explain(ValueId v, GapRange blocked) const {
    const bool greatest_first = ends_of(question_).greatest;
    const auto cover = covering_values(lives_, blocked, [&](ValueId u) {
      return greatest_first ? priority_[v] < priority_[u] : priority_[u] < priority_[v];
    });
    const OperationIndex seen = operation_returned_at(history_, blocked.end);
    Violation violation{.longest = {}, .suspects = {}, .sentence = {}};
    add_suspects(history_, lives_, v, violation.suspects);
    for (const ValueId u : cover) add_suspects(history_, lives_, u, violation.suspects);
    violation.sentence =
        fmt::format("{} came although all the while there was {}",
                    history_.describe(history_.operations[seen]), describe_values(history_, lives_, cover));
    return violation;
  }

  const Question& question_;
  const History& history_;
  std::span<const Role> roles_;
  Lives lives_;
  std::vector<Value> priority_;  // by value
  std::vector<ValueId> order_;   // the deepest first
  std::vector<OperationIndex> first_peek_, next_peek_;
};

Verdict run(const Question& question, std::span<const Role> roles, Lives lives, Leftovers policy) {
  return PriorityQueueMonitor(question, roles, std::move(lives), policy).run();
}

constexpr ContainerMonitor kMonitor = {"pqueue", kRoles, false, run};

std::optional<std::string> obstacle(const Question& question) {
  if (question.spec.monitored_as() == kMonitor.object) {
    const Ends ends = ends_of(question);
    if (ends.least && ends.greatest) return "values are seen at both ends";
  }
  return obstacle_to(kMonitor, question);
}

}  // namespace

const Algorithm kPriorityQueueMonitor = {
    "pqueue-monitor", "priority queues with unique values, by priority", obstacle,
    [](const Question& question) { return decide_with(kMonitor, question); }};

}  // namespace linnet

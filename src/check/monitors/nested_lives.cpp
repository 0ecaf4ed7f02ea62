// Places operations around the critical intervals of deeper values.
#include "check/monitors/nested_lives.hpp"

#include <algorithm>
#include <utility>

namespace linnet {

NestedPlacement::NestedPlacement(const History& history, std::span<const Role> roles, const Lives& lives,
                                 bool adds_see)
    : history_(history),
      roles_(roles),
      lives_(lives),
      adds_see_(adds_see),
      operations_(history, roles, lives),
      good_(lives.ranks, GapSet::Directions::both) {}

void NestedPlacement::place(std::span<const ValueId> group) {
  for (const ValueId v : group) place(v);
  for (const ValueId v : group) {
    const GapRange gaps = critical(lives_.lives[v], lives_.ranks);
    if (gaps.begin < gaps.end) good_.erase(gaps.begin, gaps.end);
  }
}

// The good gap nearest to the critical interval, or, if that is empty, to the gaps that all operations on v
// share.
Rank NestedPlacement::choose(GapRange gaps, const Life& life) {
  const Rank last_call = std::max(life.add_call, life.last_call);
  const Rank begin = std::min(life.first_ret, last_call), end = std::max(life.first_ret, last_call);
  const Rank inside = good_.next(std::max(gaps.begin, begin));
  if (inside < std::min({gaps.end, end, lives_.ranks})) return inside;
  const Rank before = good_.previous_end(std::min(gaps.end, begin));
  if (before > gaps.begin) return before - 1;
  return good_.next(std::max(gaps.begin, end));
}

void NestedPlacement::place(ValueId v) {
  const Life& life = lives_.lives[v];
  scratch_.clear();
  for (const OperationIndex i : operations_.of(v)) {
    const Operation& op = history_.operations[i];
    const Role role = roles_[op.method];
    if (role == Role::add && !adds_see_) {
      scratch_.push_back({i, life.first_ret - 1});
    } else {
      scratch_.push_back({i, choose(gaps_of(op, role, life), life)});
    }
  }
  Rank begin = kNever, end = 0;
  for (const Placed& p : scratch_) begin = std::min(begin, p.gap), end = std::max(end, p.gap);
  if (!life.removed()) end = kNever;
  scratch_.front().gap = begin;
  std::ranges::sort(scratch_, {}, [this](const Placed& p) {
    const Role role = roles_[history_.operations[p.operation].method];
    return std::pair(p.gap, role == Role::add ? 0 : role == Role::peek ? 1 : 2);
  });
  for (const Placed& p : scratch_) {
    if (p.gap == end && begin < end) ending_.push_back(p);
    if (p.gap != end && p.gap != begin) passing_.push_back(p);
    if (begin == end) passing_.push_back(p);
  }
  for (auto p = scratch_.rbegin(); p != scratch_.rend(); ++p) {
    if (p->gap == begin && begin < end) beginning_.push_back(*p);
  }
}

Witness NestedPlacement::finish() {
  std::vector<Placed> all = std::move(ending_);
  all.insert(all.end(), passing_.begin(), passing_.end());
  for (const OperationIndex i : lives_.empties) all.push_back({i, good_.next(history_.operations[i].call)});
  all.insert(all.end(), beginning_.rbegin(), beginning_.rend());
  return by_gap(all, lives_.ranks);
}

std::optional<OperationIndex> find_misplaced_empty(const History& history, const Lives& lives,
                                                   GapSet& uncovered) {
  if (lives.empties.empty()) return std::nullopt;
  for (const Life& life : lives.lives) {
    const GapRange gaps = critical(life, lives.ranks);
    if (life.added() && gaps.begin < gaps.end) uncovered.erase(gaps.begin, gaps.end);
  }
  for (const OperationIndex i : lives.empties) {
    if (uncovered.next(history.operations[i].call) >= history.operations[i].ret) return i;
  }
  return std::nullopt;
}

}  // namespace linnet

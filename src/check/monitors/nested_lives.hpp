// Places the operations of containers whose values are nested: the part that stacks and priority queues have in common.
//
// In both there is an order of *depth* on the values such that an operation that sees v (peeks at it, removes
// it; on a stack also pushes it) can happen in exactly those gaps that no deeper value's critical interval
// covers. In a priority queue deeper means of higher priority; on a stack, nearer to the top. Given the
// depths, the history is linearizable iff every such operation has a gap (and every empty call one that no
// value covers). Why that suffices, i.e. why all can have their gaps at once:
//
// Process the values from the deepest on, and put each operation on v as near to v's critical interval as it
// can be: inside it if there is a good gap, otherwise in the last good gap before or the first good one after
// it (all operations on v reach up to the interval from their side, as first_ret and last_call are extremes).
// If the interval is empty, all go to one good gap between last_call and first_ret, or if there is none,
// again to the nearest before and after. So, wherever v is inside beyond its critical interval, some deeper
// value is critical throughout. Then v obstructs no operation there: an operation that sees a less deep u has no
// gap there either. What meets in one gap is ordered so: values that end there, deepest first; values that
// pass through or both begin and end there; values that begin there, deepest last.
//
// Example: push(1) 0-1, push(2) 2-5, pop() → 2 3-6, pop() → 1 7-8. Critical: 1 in [1, 7), 2 nowhere, as its
// pop was called before its push returned. With 2 deeper, all four have gaps: 0, then 3 and 3, then 7.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "check/monitors/dense_ranks.hpp"
#include "check/monitors/value_lives.hpp"

namespace linnet {

// A set of gaps from which ranges are erased, and which knows the next member in either direction.
//
// Two disjoint-set forests over the gaps, one pointing up and one down; erasing n gaps in all and asking
// costs next to nothing per gap. Eight bytes per gap, or four if only next() is wanted.
class GapSet {
 public:
  enum class Directions { up, both };

  // All gaps below `size`.
  GapSet(Rank size, Directions directions) : size_(size), up_(size + std::size_t{1}) {
    std::iota(up_.begin(), up_.end(), Rank{0});
    if (directions == Directions::both) {
      down_.resize(size + std::size_t{1});
      std::iota(down_.begin(), down_.end(), Rank{0});
    }
  }

  // The least member that is at least `gap`; size() if there is none. REQUIRES: gap <= size().
  Rank next(Rank gap) { return root(up_, gap); }
  // One more than the greatest member that is less than `gap`; 0 if there is none. REQUIRES:
  // Directions::both.
  Rank previous_end(Rank gap) { return root(down_, gap); }

  void erase(Rank begin, Rank end) {
    if (!down_.empty()) {
      for (Rank at = root(down_, end); at > begin; at = root(down_, at)) down_[at] = at - 1;
    }
    for (Rank at = next(begin); at < end; at = next(at)) up_[at] = at + 1;
  }

  Rank size() const { return size_; }

 private:
  static Rank root(std::vector<Rank>& parent, Rank at) {
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  Rank size_;
  std::vector<Rank> up_;    // a member points to itself
  std::vector<Rank> down_;  // shifted by one: entry g + 1 is for gap g
};

// The gaps in which an operation can happen, its value's life considered.
inline GapRange gaps_of(const Operation& op, Role role, const Life& life) {
  switch (role) {
    case Role::add: return {life.add_call, life.first_ret};
    case Role::remove:
    case Role::take: return {std::max(life.add_call, life.last_call), life.remove_ret};
    case Role::peek: break;
  }
  return {std::max(op.call, life.add_call), std::min(op.ret, life.remove_ret)};
}

// A value's critical interval, as a range of gaps below `ranks`; empty ranges may have begin > end.
inline GapRange critical(const Life& life, Rank ranks) {
  return {life.first_ret, std::min(life.last_call, ranks)};
}

// Where the operations of all values go. Give it the values from the deepest on, equally deep ones (which are
// not in each other's way) as one group.
class NestedPlacement {
 public:
  // `adds_see` says that an add is an operation that sees its value, as on a stack.
  NestedPlacement(const History& history, std::span<const Role> roles, const Lives& lives, bool adds_see)
      : history_(history),
        roles_(roles),
        lives_(lives),
        adds_see_(adds_see),
        operations_(history, roles, lives),
        good_(lives.ranks, GapSet::Directions::both) {}

  // REQUIRES: every operation of these values has a gap.
  void place(std::span<const ValueId> group) {
    for (const ValueId v : group) place(v);
    for (const ValueId v : group) {
      const GapRange gaps = critical(lives_.lives[v], lives_.ranks);
      if (gaps.begin < gaps.end) good_.erase(gaps.begin, gaps.end);
    }
  }

  // Returns the witness. REQUIRES: all values are placed, and every empty call has a gap.
  Witness finish() {
    std::vector<Placed> all = std::move(ending_);
    all.insert(all.end(), passing_.begin(), passing_.end());
    for (const OperationIndex i : lives_.empties) all.push_back({i, good_.next(history_.operations[i].call)});
    all.insert(all.end(), beginning_.rbegin(), beginning_.rend());
    return by_gap(all, lives_.ranks);
  }

 private:
  void place(ValueId v) {
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

  // The good gap nearest to the critical interval, or, if that is empty, to the gaps that all operations on v
  // share.
  Rank choose(GapRange gaps, const Life& life) {
    const Rank last_call = std::max(life.add_call, life.last_call);
    const Rank begin = std::min(life.first_ret, last_call), end = std::max(life.first_ret, last_call);
    const Rank inside = good_.next(std::max(gaps.begin, begin));
    if (inside < std::min({gaps.end, end, lives_.ranks})) return inside;
    const Rank before = good_.previous_end(std::min(gaps.end, begin));
    if (before > gaps.begin) return before - 1;
    return good_.next(std::max(gaps.begin, end));
  }

  const History& history_;
  std::span<const Role> roles_;
  const Lives& lives_;
  bool adds_see_;
  OperationsByValue operations_;
  GapSet good_;
  std::vector<Placed> ending_, passing_, beginning_;
  std::vector<Placed> scratch_;
};

// Erases all critical intervals; returns the first empty call that no gap is left for.
inline std::optional<OperationIndex> find_misplaced_empty(const History& history, const Lives& lives,
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

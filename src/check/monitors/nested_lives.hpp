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

#include <numeric>
#include <span>
#include <vector>

#include "check/monitors/placement.hpp"
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

// Where the operations of all values go. Give it the values from the deepest on, equally deep ones (which are
// not in each other's way) as one group.
class NestedPlacement {
 public:
  // `adds_see` says that an add is an operation that sees its value, as on a stack.
  NestedPlacement(const History& history, std::span<const Role> roles, const Lives& lives, bool adds_see);

  // REQUIRES: every operation of these values has a gap.
  void place(std::span<const ValueId> group);
  // Returns the witness. REQUIRES: all values are placed, and every empty call has a gap.
  Witness finish();

 private:
  void place(ValueId v);
  Rank choose(GapRange gaps, const Life& life);

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
std::optional<OperationIndex> find_misplaced_empty(const History& history, const Lives& lives,
                                                   GapSet& uncovered);

// A value's critical interval, as a range of gaps below `ranks`; empty ranges may have begin > end.
inline GapRange critical(const Life& life, Rank ranks) {
  return {life.first_ret, std::min(life.last_call, ranks)};
}

}  // namespace linnet

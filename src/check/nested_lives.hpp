// Containers whose values are nested: the part that stacks and priority queues have in common.
//
// In both there is an order of *depth* on the values such that an operation that sees v (peeks at it, removes it; on a
// stack also pushes it) can happen in exactly those gaps that no deeper value's critical interval covers. In a priority
// queue deeper means of higher priority; on a stack, nearer to the top. Given the depths, the history is linearizable
// iff every such operation has a gap (and every empty call one that no value covers). Why that suffices, i.e. why all
// can have their gaps at once:
//
// Process the values from the deepest on, and put each operation on v as near to v's critical interval as it can be:
// inside it if there is a good gap, otherwise in the last good gap before or the first good one after it (all
// operations on v reach up to the interval from their side, as first_ret and last_call are extremes). If the interval
// is empty, all go to one good gap between last_call and first_ret, or if there is none, again to the nearest before
// and after. So, wherever v is inside beyond its critical interval, some deeper value is critical throughout. Then
// v is in nobody's way there: an operation that sees a less deep u has no gap there either. What meets in one gap is
// ordered so: values that end there, deepest first; values that pass through or both begin and end there; values
// that begin there, deepest last.
//
// Example: push(1) 0-1, push(2) 2-5, pop() → 2 3-6, pop() → 1 7-8. Critical: 1 in [1, 7), 2 nowhere, as its pop was
// called before its push returned. With 2 deeper, all four have gaps: 0, then 3 and 3, then 7.
#pragma once

#include <span>
#include <vector>

#include "check/gap_set.hpp"
#include "check/placement.hpp"
#include "check/value_lives.hpp"

namespace linnet {

// The gaps in which an operation can happen, its value's life considered: from .begin to before .end.
struct GapRange {
  Rank begin, end;
};
inline GapRange gaps_of(const Operation& op, Role role, const Life& life) {
  switch (role) {
    case Role::add: return {life.add_call, life.first_ret};
    case Role::remove:
    case Role::take: return {std::max(life.add_call, life.last_call), life.remove_ret};
    case Role::peek: break;
  }
  return {std::max(op.call, life.add_call), std::min(op.ret, life.remove_ret)};
}

// The witness for values listed from the deepest on, equally deep ones in groups that do not see each other's critical
// intervals. `group_end[k]` is where the group of the k-th value ends. Adds go where they are needed.
// REQUIRES: every operation has a gap.
Witness nested_witness(const History& history, std::span<const Role> roles, const Lives& lives,
                       std::span<const ValueId> deepest_first, std::span<const std::uint32_t> group_end);

// The first empty call without a gap that no value covers; with `gaps`, all of them erased that some value covers.
std::optional<OperationIndex> find_misplaced_empty(const History& history, const Lives& lives, GapSet& uncovered);

}  // namespace linnet

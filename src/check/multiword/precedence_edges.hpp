// Represents precedence by as few edges of a graph as possible.
//
// OPODIS'19, section 4. If a precedes b and b precedes c, an edge from a to c says nothing new. The remaining
// edges of an operation lead to those that follow it directly: the first to be called after its return, and
// all that are called before one of these returns. These overlap each other, so there are at most C of them,
// where C is the largest number of operations that run at once; and the transitive closure of all edges is
// precedence again (Theorem 1).
//
//   a |--|
//   b      |--|           a → b, a → c, b → d, c → d. Not a → d: b returned before d was called.
//   c       |---|
//   d             |--|
#pragma once

#include <algorithm>

#include "history/model/history.hpp"

namespace linnet {

// The first operation that was called after that return. REQUIRES: operations, of any kind, are in the order
// of calls.
template <class Operations>
auto first_after(const Operations& operations, Rank ret) {
  return std::ranges::upper_bound(operations, ret, {}, [](const auto& op) { return op.call; });
}

// Calls visit(a, b) for each edge of the reduction: O(n log n + C n).
// REQUIRES: operations are in the order of calls; no explicit order.
template <class Operations, class Visit>
void for_each_reduced_edge(const Operations& operations, const Visit& visit) {
  for (OperationIndex a = 0; a < operations.size(); ++a) {
    const auto next = first_after(operations, operations[a].ret);
    Rank first_return = kNever;
    for (auto b = static_cast<OperationIndex>(next - operations.begin());
         b < operations.size() && operations[b].call < first_return; ++b) {
      visit(a, b);
      first_return = std::min(first_return, operations[b].ret);
    }
  }
}

// The same for all pairs of operations of which one precedes the other: the baseline, O(n²).
template <class Operations, class Visit>
void for_each_precedence(const Operations& operations, const Visit& visit) {
  for (OperationIndex a = 0; a < operations.size(); ++a) {
    const auto next = first_after(operations, operations[a].ret);
    for (auto b = static_cast<OperationIndex>(next - operations.begin()); b < operations.size(); ++b)
      visit(a, b);
  }
}

}  // namespace linnet

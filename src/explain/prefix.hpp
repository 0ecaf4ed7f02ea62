// Finds the shortest prefix of a history that is a violation already, and the operation whose return made it one.
//
// Linearizability is closed under prefixes: cut a linearization after the last operation that had returned by
// then; everything in it had been called, because what was called later comes later. So "violates" goes from
// false to true once along the returns, and a binary search finds where.
//
//   enq(1) returns, enq(2) returns, deq() returns 2, deq() returns 1
//                                   ^ the prefix that ends here violates, one event less does not
//
// With an explicit order there are no moments to cut at. There a prefix is a down-closed set of operations
// that have returned; all others are pending in it, except those that come after every one of the set. A
// linearization of the whole, cut after the last operation of the set, is one of that prefix: pending
// operations may take effect, with any result. The sets are taken along the order of the history, which
// extends the explicit one.
#pragma once

#include <optional>
#include <vector>

#include "explain/judge.hpp"
#include "history/model/history.hpp"

namespace linnet {

// What had happened before the event of rank `end`: later calls are not there, later returns have not come.
// REQUIRES: no explicit order.
History prefix_of(const History& history, Rank end);

struct Prefix {
  History history;
  std::vector<OperationIndex> operations;  // where those of `history` stand in the history it was cut from
  std::vector<OperationIndex> open;        // of these, the ones that had not returned by then
  std::optional<OperationIndex> last;      // to return; absent for a history that is stuck wrongly
  bool shortest = true;                    // proved: one return less is not a violation
};

// REQUIRES: `history` is a violation.
Prefix shortest_violating_prefix(const History& history, Judge& judge);

}  // namespace linnet

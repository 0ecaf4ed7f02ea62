// Decides a MultiwordLog in one sweep over time, in O(n C k) for C threads and k versions per operation,
// without building a graph.
//
// It finds the order that graph.cpp looks for by executing the history. Happens-before needs no edges: an
// operation may be placed as soon as no operation that returned before its call is left, that is, if it was
// called before the earliest return among those that are left. At most C are waiting at any time, and one of
// them is placed if
//
//   reads       all its versions are there
//   overwrites  all its versions are there, and no operation is left that reads one of them
//   misses      one of its versions is gone
//
//   read([x]) → [0]              |------|       placed first: the mwcas waits for it
//   mwcas([x],[0],[1]) → true  |---|            placed second
//   read([x]) → [1]                  |--|       placed third; if another read of 0 had to come after it, that
//                                               read would be left for ever: a violation
//
// Once such a condition is true it stays true until the operation itself is placed: a version that is there
// goes only when its readers are placed, and one that is gone does not come back. So placing whatever can be
// placed finds an order iff there is one. This is sound for the same histories as the graph: it checks
// Assumptions 1 and 2 as it goes.
#pragma once

#include "base/budget.hpp"
#include "history/multiword/log.hpp"

namespace linnet {

enum class SweepResult : std::uint8_t {
  pass,
  violation,  // no order: the graph can say why
  undecided,  // an assumption fails, an effect is not known, or the budget is spent
};

SweepResult sweep_multiword_log(const MultiwordLog& log, const Budget& budget);

}  // namespace linnet

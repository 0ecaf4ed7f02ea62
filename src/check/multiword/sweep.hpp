// Decides a MultiwordLog in one sweep over time, in O(n C k) for C threads and k versions per operation, without building a graph.
//
// The order that the graph of graph.cpp is asked for is found here by carrying out the history. Happens-before needs
// no edges: an operation may be placed as soon as none that returned before its call is left, that is, if it was called
// before the earliest return among those that are left. At most C are waiting at any time, and one of them is placed if
//
//   reads       all its versions are there
//   overwrites  all its versions are there, and no operation is left that reads one of them
//   misses      one of its versions is gone
//
//   read([x]) → [0]              |------|       placed first: the mwcas waits for it
//   mwcas([x],[0],[1]) → true  |---|            placed second
//   read([x]) → [1]                  |--|       placed third; had it been called after another read of 0, that one would
//                                               be left for ever: a violation
//
// All conditions stay true once they are, until the operation itself is placed: a version that is there goes only when its
// readers are placed, and one that is gone does not come back. So placing whatever can be placed finds an order iff there
// is one. This is sound for the same histories as the graph: it checks Assumptions 1 and 2 as it goes.
#pragma once

#include "base/budget.hpp"
#include "history/multiword/log.hpp"

namespace linnet {

enum class SweepResult : std::uint8_t {
  pass,
  violation,  // no order: the graph can tell why
  undecided,  // an assumption does not hold, or whether something took effect is open, or the budget is spent
};

SweepResult sweep_multiword_log(const MultiwordLog& log, const Budget& budget);

}  // namespace linnet

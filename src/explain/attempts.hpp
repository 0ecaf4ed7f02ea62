// How far one can get: the longest partial linearizations of a violating history, and what ends each of them.
//
// A depth-first search after Wing and Gong, with a memory of (operations placed, state) as Lowe's. An attempt
// ends where no operation that has returned can come next; pending ones may be placed on the way, and do not
// count for its length. Made for cores, which are small; larger histories are searched up to a number of
// steps, which makes the attempts good ones instead of longest ones.
#pragma once

#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

struct Attempts {
  std::vector<Explanation::Attempt> best;  // indices are into the history searched
  bool longest = true;                     // the search was complete
};

// Whether an operation that is not placed can no longer take effect after those that are: what a criterion
// says beyond precedence, about operations that did not return. Null if it says nothing.
using TooLate = bool (*)(const History&, OperationIndex, const std::vector<bool>& placed);

// REQUIRES: `history` is resolved and of one object.
Attempts longest_attempts(const History& history, const Spec& spec, TooLate too_late = nullptr);

}  // namespace linnet

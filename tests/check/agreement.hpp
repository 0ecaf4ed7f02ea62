// Runs algorithms against the oracle and against their own witnesses.
#pragma once

#include <string>

#include "check/linearizability/algorithm.hpp"

namespace linnet::testing {

// Empty if the algorithm has an obstacle, or agrees with `expected` and its witness (or its evidence) holds;
// otherwise what is wrong, with the history.
std::string disagreement(const Algorithm& algorithm, const History& history, const Spec& spec, bool expected);

}  // namespace linnet::testing

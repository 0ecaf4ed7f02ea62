// Tries other memory orders on a program, without compiling it again: which make a failure go away, and which could be weaker.
//
// Each is tried by exploring all execution graphs with it. A place is reached by several ways, and new ones may show only with other
// orders: then it is tried again with those changed, too.
#pragma once

#include <functional>
#include <vector>

#include "driver/exploring/exploration.hpp"
#include "verdict/order_changes.hpp"

namespace linnet {

// Explores a test of the program as the request says.
using ExploreTest = std::function<ExploredProgram(const ExplorationRequest&, const ExplorationWatch&)>;

// The request with which orders are tried. Throws InputError if it has options that no memory model has.
ExplorationRequest request_for_orders(const ExplorationRequest& request);

// REQUIRES: the test fails.
OrderAdvice suggest_orders(const ProgramUnderTest& program, const ExplorationRequest& request,
                           const ExplorationWatch& watch, const ExploreTest& test);

RelaxedOrders relax_orders(const ProgramUnderTest& program, const ExplorationRequest& request,
                           const ExplorationWatch& watch, const std::vector<ExploreTest>& tests);

}  // namespace linnet

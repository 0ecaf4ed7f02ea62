// C++20's own words about seq_cst operations, for graphs of the memory model c11.
//
// This is the slow way, for tests: [intro.races], [atomics.fences] and [atomics.order] of C++20, each definition one function, and every order of the
// seq_cst operations is tried.
#pragma once

#include "memory_definitions.hpp"

namespace linnet::testing {

// Whether there is an order S as [atomics.order] wants it. A client is as in AxiomGraph: its own accesses lie between the return and the call.
bool satisfies_cpp20(const AxiomGraph& graph);

}  // namespace linnet::testing

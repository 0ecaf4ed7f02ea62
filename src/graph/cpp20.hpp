// C++20's own condition on accesses and fences of order seq_cst.
//
// RC11, the model c11, allows a few graphs with mixed orders on one location that C++20 forbids. What goes wrong in such a graph is no
// fault of the program, so a failure is held to this condition before it is reported. The condition is [atomics.order] as it stands:
//
//   coherence-ordered before   rf, mo, rb and what follows, between operations on one location; an update is one operation
//   strongly happens before    program order; and program order, then happens-before, then program order. (Between seq_cst operations also
//                              synchronizes-with; there coherence-ordered before says the same.)
//   S                          one order of all seq_cst operations and fences that agrees with strongly happens before, and with A before B where A
//                              is coherence-ordered before B; in place of A a fence that happens before A, in place of B one after B
//
// There is such an order iff what it must agree with has no cycle.
#pragma once

#include "graph/points.hpp"

namespace linnet {

// Whether C++20 allows the graph. REQUIRES: c11 allows it.
bool allowed_by_cpp20(const ExecutionGraph& graph);
// The same with a larger happens-before, as a client makes it. It contains program order.
bool allowed_by_cpp20(const Points& points, const Relation& happens);
// Whether the two can differ in a graph at all: accesses of order seq_cst, and others.
bool has_mixed_orders(const ExecutionGraph& graph);

}  // namespace linnet

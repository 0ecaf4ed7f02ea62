// Finds a minimal core: operations that are a violation by themselves, and from which nothing more can be taken away.
//
// What is taken away are units that are sound to remove (removal.cpp), so a violation of the core is one of the
// whole. Minimality: violations are monotone in what is kept, hence the search of delta debugging (Zeller and
// Hildebrandt, TSE 2002) need not try subsets both ways. With units u1 .. un, binary search finds the
// smallest m such that u1 .. um violates; um belongs to the core, u(m+1) .. un never matter again, and the
// same is asked of u1 .. u(m-1) with um kept. That is log n decisions per unit of the core, and each
// unit of the core is there because without it, even with more of the others, there was no violation.
// The latest units come first: what is near the end of the history is preferred.
#pragma once

#include <vector>

#include "explain/judge.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

struct Core {
  std::vector<OperationIndex> operations;  // increasing
  bool minimal = true;                     // proved: without any one unit it is not a violation
};

// REQUIRES: `history` is a violation.
Core minimal_core(const History& history, const Spec& spec, Judge& judge);
// Does the same in the units of weak models.
Core minimal_weak_core(const History& history, const Spec& spec, Judge& judge);

// Operations that go together, in increasing order.
using Unit = std::vector<OperationIndex>;

// The idle operations, one unit each.
std::vector<Unit> idle_units(const History& history, const Spec& spec);

// The operations of each value or key, with those tied to it. Empty if the specification has no such units or
// an operation that looks at all of them is in the way. Operations in no unit have to stay.
std::vector<Unit> value_units(const History& history, const Spec& spec);

// The units for weak models: each operation that never changes anything is one; and so are those of each part of a product.
std::vector<Unit> observer_units(const History& history, const Spec& spec);
std::vector<Unit> product_units(const History& history, const Spec& spec);

}  // namespace linnet

// The fast algorithm for quasi-linearizability: both orders grow together, ρ'' ahead of ρ'.
//
// ρ'' drives: at each position some operation takes effect in the specification's state. ρ' follows as soon
// as it can do so without guessing: once every group d has factor(d) + 1 operations that ρ'' has placed and
// ρ' has not, whatever comes next in ρ' is among them, because nothing in ρ'|d may be further than factor(d)
// before its place in ρ''|d. So a configuration is
//   the set of operations in ρ' (all below a horizon but the few that overlap it),
//   the operations that ρ'' is ahead, each with its index in ρ''|d for each of its groups,
//   the state of the object,
// and for one group of factor K at most K + 1 operations are ahead. All configurations at one position of ρ''
// are the frontier; it alone is kept, and states that it does not name are forgotten.
//
// Two exchange arguments, for precedence by intervals and operations of the same groups.
//  1. Let x have been called and have returned before y. Of two configurations that differ only in which of
//     them has the lower indices, the one where x has them goes at least as far: where the other goes on with
//     y before x in ρ', this one can exchange them, and where with x before y, this one is in step already.
//     The other is dropped.
//  2. If x and y can both come next in ρ', x returned before y and x's indices are lower, then x may come
//     first: y can take whatever place x would have had.
//
// Example: queue, factor 1, one thread: enq(1) enq(2) deq()→2 deq()→1. The frontier after two positions holds
// [enq 1, enq 2] and [enq 2, enq 1], in both of which ρ' has enq(1); from the second, deq→2 and deq→1 follow.
// Also from the first, with ρ'' ending in deq→1 deq→2. With factor 0 only [enq 1, enq 2] survives, and dies.
//
// For one group of all operations ρ' is not searched at all: it follows from ρ'' (quasi_schedule.hpp).
//
// Width. The problem is NP-hard, so the frontier may explode. The search keeps a few configurations, those whose
// operations have most room left and least to move later (quasi_foresight.hpp). Where it runs dry it goes back to
// a milestone and tries again with more, further back and wider each time. Finding a witness that way is a proof,
// running dry is none unless nothing was dropped on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/quasi.hpp"

namespace linnet {

// REQUIRES: the history has one object and is resolved against the specification. At most one witness.
QuasiResult search_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         const QuasiOptions& options, const Budget& budget);

}  // namespace linnet

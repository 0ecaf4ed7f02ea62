// Decides mwcas histories by their precedence graph, in O(n log n + C n + versions): OPODIS'19, sections 4 and 5.
//
// Vertices are the operations that took effect; the genesis, which wrote the initial values, comes before all and
// needs no vertex. Where each value is written once (mwcas_versions.hpp), every edge below is a must:
//
//   happens-before   a precedes b: only those of the reduction (precedence_edges.hpp)
//   reads-from       a wrote a version that b read or overwrote
//   auxiliary        a read a version that b overwrote; a overwrote the version that b failed to find
//
//   mwcas([x],[0],[1]) → true  |--|                      reads-from: the mwcas before the second read;
//   read([x]) → [0]                  |--|                auxiliary:  the first read before the mwcas;
//   read([x]) → [1]                  |--|                happens-before: the mwcas before both: a cycle
//
// A mwcas that returned only false failed at one location or another: it comes after at least one of the
// operations that overwrote what it expected. Such a vertex waits for all of its other predecessors and for one
// of these. All constraints say "after", so placing an operation never takes away the chance of another one, and
// taking whatever is free until nothing is left finds an order iff there is one: no search is needed for these
// either, where the paper leaves them out.
//
// And every such order is a linearization: an overwritten version has one overwriter (two are a *fork*, found
// before), so the writers of a location follow each other as their versions do; a reader stands between its writer
// and its overwriter; a failure stands after an overwriter, and a version that is gone does not come back. What
// cannot be ordered has a *cycle*, or is an *orphan*: a failure at versions that no operation overwrote.
#pragma once

#include "check/linearizability/algorithm.hpp"

namespace linnet {

extern const Algorithm kMwcasGraph;
extern const Algorithm kMwcasGraphNaive;  // with all happens-before edges: the baseline of the paper

// The same with further constraints: the first operation of each pair comes before the second, as recoverable
// linearizability wants it. REQUIRES: no obstacle.
Verdict decide_mwcas(const Question& question, std::span<const PartialOrder::Edge> waits);

}  // namespace linnet

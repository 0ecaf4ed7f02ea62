// Finds out how strong methods are: all maximal assignments of strengths that a set of histories keeps.
//
// What a history keeps it also keeps if less is asked, so the assignments kept are closed downwards, and the task is to
// find their maximal elements. Candidates begin with "everything lin". A candidate that some history breaks is lowered,
// method by method, as far as that history still breaks it: a minimal reason. No assignment at or above a reason is
// kept, so every candidate there gives way to the largest below it that are not: one method of the reason lowered
// just enough. A candidate that all histories keep is maximal. (Berge's algorithm for transversals, on a product
// of small orders rather than on sets.) The histories are asked about once for each maximal assignment, and a few
// times for each minimal reason; never about the 5^n assignments.
//
// An example: put(1,1) and put(2,2) return before size() → 1 is called. The reason is "size=hb", or "size=po" if the
// puts are of the same thread as size. A counter-example to taking one method after the other: deq() → 1 overlaps
// take() → 1, and there is one enq(1). Either may be lin if the other does not see it, so that there are several maximal
// assignments.
#pragma once

#include <span>

#include "base/budget.hpp"
#include "check/weak/weak.hpp"
#include "check/weak/model.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/strength.hpp"

namespace linnet {

// What holds in every answer.
struct InferenceGiven {
  WeakModel model;  // of all operations
  Strengths fixed;  // of these methods, which are not inferred
};

// The methods that the histories call, and that are not fixed. REQUIRES: all histories are resolved against the
// specification. Throws InputError as check_weak does.
InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const InferenceGiven& given, const WeakOptions& options,
                                  const Budget& budget);

}  // namespace linnet

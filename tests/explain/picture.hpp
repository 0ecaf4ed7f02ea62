// Makes histories for tests from drawings, and explains them with the oracle as the judge.
//
//   picture("queue", {"0: [enq(1)] [enq(2)]            ",
//                     "1:                     [deq() 2]"})
//
// One line per thread, all on one time axis: '[' is the call, ']' the return, and what stands behind the
// closing parenthesis is the result as JSON (nothing: null). An interval without ']' is pending. A return and
// a call in the same column overlap.
#pragma once

#include <string_view>
#include <vector>

#include "explain/steps.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"

namespace linnet::testing {

History picture(const Spec& spec, const std::vector<std::string_view>& lanes);

// Straight from the definitions.
Decide oracle_judge(const Spec& spec);

// The whole history explained as one object.
Explanation explain_with_oracle(const History& history, const Spec& spec);

}  // namespace linnet::testing

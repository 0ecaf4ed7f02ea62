// The criterion `weak`: the model and the algorithm from what the user asked, the evidence in the words of reports.
//
// Where the model means linearizability and no algorithm was chosen, its own algorithms decide, and a violation comes
// without an explanation: linearizable's is the better one.
#pragma once

#include "check/linearizable.hpp"
#include "driver/check_request.hpp"

namespace linnet {

// Throws InputError if there is not exactly one of model and axioms, or an unknown one, or an unknown algorithm.
CheckResult check_weak_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                 const Budget& budget);

}  // namespace linnet

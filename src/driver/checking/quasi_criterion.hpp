// The criterion `quasi` of a request: factors, algorithm, and the explanation of a violation.
#pragma once

#include <string>
#include <vector>

#include "check/linearizability/linearizable.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

// Throws InputError for absent or wrong factors, for an algorithm that does not decide them, and for crashes.
CheckResult check_quasi_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                  const Budget& budget);

// Warnings about methods that occur in the history and are in no group.
std::vector<std::string> quasi_warnings(const History& history, const Spec& spec,
                                        const CheckRequest& request);

}  // namespace linnet

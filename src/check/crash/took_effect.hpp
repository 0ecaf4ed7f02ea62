// Finds which operations that a crash cut off took effect, in an order that explains a history.
#pragma once

#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Given an order of operations that linearizes a translated history, or a part of it, returns the operations
// that took effect: of those that were cut off, only some did. All indices are those of the original history,
// and `spec` is the original specification.
std::vector<OperationIndex> took_effect(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order);

}  // namespace linnet

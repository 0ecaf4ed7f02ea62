// Conflict serializability straight from its definition, for executions of a few steps.
#pragma once

#include <span>

#include "schedule/step.hpp"

namespace linnet {

// Whether exchanging neighbouring steps that are independent (of different threads, and without a conflict of
// accesses) leads to an order in which nothing comes between two steps of one operation.
bool is_conflict_serializable(std::span<const Step> steps);

}  // namespace linnet

// What the executions of a program had that an exploration does not cover, by place.
#pragma once

#include <vector>

#include "protocol/execution_ending.hpp"
#include "protocol/trace.hpp"
#include "verdict/code_place.hpp"

namespace linnet {

// The user's lines with orders weaker than seq_cst, each once, sorted. `calls` led to them.
std::vector<CodePlace> weak_order_places(const std::vector<runtime::CallStack>& calls,
                                         const std::vector<LoadedModule>& modules);

}  // namespace linnet

// What the executions of a program had that an exploration does not cover, by place.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "protocol/not_covered.hpp"
#include "protocol/trace.hpp"
#include "verdict/code_place.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// The user's lines with orders weaker than seq_cst, each once, sorted. `calls` led to them.
std::vector<CodePlace> weak_order_places(const std::vector<runtime::CallStack>& calls,
                                         const std::vector<LoadedModule>& modules);
// The lines that looked at clocks, each once, sorted. The standard library compares what it reads for its own timeouts with nothing else.
std::vector<CodePlace> unordered_look_places(
    const std::vector<std::pair<runtime::CallStack, runtime::CallStack>>& calls,
    const std::vector<LoadedModule>& modules);

// Where threads were cut, a line of the user once, most first. `calls` led there so many times.
std::vector<CutLoop> cut_loops(const std::map<runtime::CallStack, std::uint64_t>& calls,
                               const std::vector<LoadedModule>& modules);

// Code that is not instrumented and was not all seen: its function and file, and the line if that is known.
std::vector<CodePlace> unseen_places(const runtime::NotCovered& not_covered,
                                     const std::vector<LoadedModule>& modules);

}  // namespace linnet

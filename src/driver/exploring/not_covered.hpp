// Lists, by place, what the executions of a program contained that an exploration does not cover.
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

// The user's lines with orders weaker than seq_cst, each once, sorted. `calls` are the stacks that led to
// them.
std::vector<CodePlace> weak_order_places(const std::vector<runtime::CallStack>& calls,
                                         const std::vector<LoadedModule>& modules);
// The lines that read clocks, each once, sorted. The standard library's own readings, for its timeouts, are
// compared only with each other.
std::vector<CodePlace> unordered_look_places(
    const std::vector<std::pair<runtime::CallStack, runtime::CallStack>>& calls,
    const std::vector<LoadedModule>& modules);

// The user's lines where threads were cut, each once, most frequent first. `calls` has the stacks and their
// counts.
std::vector<CutLoop> cut_loops(const std::map<runtime::CallStack, std::uint64_t>& calls,
                               const std::vector<LoadedModule>& modules);

// Uninstrumented code of which not all accesses were seen: its function and file, and the line if that is
// known.
std::vector<CodePlace> unseen_places(const runtime::NotCovered& not_covered,
                                     const std::vector<LoadedModule>& modules);

}  // namespace linnet

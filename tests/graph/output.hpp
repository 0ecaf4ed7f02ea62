// What a litmus program prints at the end of a graph, and a graph as text that is the same for the same graph.
#pragma once

#include <string>
#include <vector>

#include "graph/execution_graph.hpp"
#include "litmus.hpp"

namespace linnet::testing {

std::string output_of(const std::vector<Walker>& walkers, const std::vector<std::uint64_t>& finals);
std::string canonical(const ExecutionGraph& graph);

}  // namespace linnet::testing

// Whether an execution graph could have been an interleaving.
#pragma once

#include "graph/execution_graph.hpp"

namespace linnet {

// All accesses of all threads fit into one order in which every read finds what was written last: sb ∪ rf ∪ mo ∪ rb has no cycle.
bool is_sequential(const ExecutionGraph& graph);

}  // namespace linnet

// A graph of the search as the axioms see it.
#pragma once

#include <vector>

#include "definitions/memory_definitions.hpp"
#include "graph/client_orders.hpp"

namespace linnet::testing {

using Operations = std::vector<OperationInGraph>;

AxiomGraph axioms_of(const ExecutionGraph& graph, const Operations& operations);

}  // namespace linnet::testing

// An abstract execution as a graph for Graphviz.
//
// A pass shows its witness: an edge `hb` for happens-before (where it does not follow from others), `lin` from each operation
// to the next one of the linearization, and `vis` from an operation to each that sees it. A violation shows the core of
// its explanation, with happens-before and the operation that cannot be explained marked; of specification mwcas also,
// for each word, `rf` to who found a value from who wrote it, and dashed who overwrote what was read or made others fail.
#pragma once

#include <string>

#include "verdict/checked_history.hpp"

namespace linnet {

// REQUIRES: the report is of a pass with its witness, or of a violation with its explanation.
std::string to_dot(const CheckedHistory& report);

}  // namespace linnet

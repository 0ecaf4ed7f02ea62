// An abstract execution as a graph for Graphviz.
//
// A pass shows its witness: an edge `hb` for happens-before (if it does not follow from others), `lin` from
// each operation to the next one of the linearization, and `vis` from an operation to each that sees it. A
// violation shows the core of its explanation, with happens-before and the operation that cannot be explained
// marked. For specification mwcas it also shows, for each word, `rf` from the operation that wrote a value to
// the one that found it, and dashed edges from operations that overwrote a value that was read or made others
// fail.
#pragma once

#include <string>

#include "verdict/checked_history.hpp"

namespace linnet {

// REQUIRES: the report is a pass with its witness, or a violation with its explanation.
std::string to_dot(const CheckedHistory& report);

}  // namespace linnet

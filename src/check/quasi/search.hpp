// The fast algorithm for quasi-linearizability: searches for both orders (quasi_beam.hpp), with growing factors.
//
// What passes with smaller factors passes with these, and is found with far less freedom to go wrong: so the search begins with
// factor 0, and is patient only with the factors that were asked about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/quasi/quasi.hpp"

namespace linnet {

// REQUIRES: the history has one object and is resolved against the specification. At most one witness.
QuasiResult search_quasi(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         const QuasiOptions& options, const Budget& budget);

}  // namespace linnet

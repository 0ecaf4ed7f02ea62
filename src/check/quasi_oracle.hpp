// Definition 4 of Round-Up, written down and run: the slow way to every answer about quasi-linearizability.
//
// All orders ρ' of the completed operations and any subset of the pending ones that extend precedence; for
// each, all permutations ρ'' that the specification allows; for each, every group's displacements. Nothing is
// remembered and nothing is cut short, so that it is obviously right on histories of up to eight operations.
#pragma once

#include "check/quasi_bounds.hpp"
#include "history/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// REQUIRES: the history has one object.
bool oracle_quasi_linearizable(const History& history, const Spec& spec, const QuasiBounds& bounds);

}  // namespace linnet

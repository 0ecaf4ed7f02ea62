// Measures how relaxed a history is: the smallest factor for which it is quasi-linearizable, and with it how
// far each operation was from its place.
//
// Larger factors accept whatever smaller ones accept, so the smallest is found by doubling and halving; small
// factors are also the cheap ones. The distributions are those of one witness: others of the same factor may
// differ.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "history/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/relaxation.hpp"

namespace linnet {

// REQUIRES: the history is resolved against the specification.
RelaxationMeasure measure_relaxation(const History& history, const Spec& spec, const Budget& budget);

// The measure of both together: adds `part` to `total`.
void add_measure(RelaxationMeasure& total, const RelaxationMeasure& part);

}  // namespace linnet

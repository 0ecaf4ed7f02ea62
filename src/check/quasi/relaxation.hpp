// Measures how relaxed a history is: the smallest factor for which it is quasi-linearizable, and with it how
// far each operation was from its place.
//
// Larger factors accept whatever smaller ones accept, so the smallest is found by doubling and halving; small
// factors are also the cheap ones. The distributions are those of one witness: others of the same factor may
// differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"
#include "verdict/relaxation.hpp"

namespace linnet {

// The least amount by which all factors of `bounds` have to grow until the history passes, beginning with `from`.
struct Loosening {
  std::optional<std::uint32_t> amount;  // absent: none is enough, or a limit was reached first
  std::string reason;                   // of the limit
  std::vector<QuasiWitness> witnesses;  // with that amount
};
// REQUIRES: the history is resolved against the specification, and less than `from` is not enough.
Loosening find_loosening(const History& history, const Spec& spec, const QuasiBounds& bounds,
                         std::uint32_t from, const Budget& budget);

// REQUIRES: the history is resolved against the specification.
RelaxationMeasure measure_relaxation(const History& history, const Spec& spec, const Budget& budget);

}  // namespace linnet

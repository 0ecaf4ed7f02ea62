// Decides quasi-linearizability the slow way: by executing Definition 4 of Round-Up.
//
// It tries all orders ρ' of the completed operations and any subset of the pending ones that extend
// precedence; for each, all permutations ρ'' that the specification allows; for each, every group's
// displacements. Nothing is remembered and nothing is cut short, so that it is obviously right on histories
// of up to eight operations.
#pragma once

#include <cstdint>
#include <functional>

#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

// REQUIRES: the history has one object.
bool oracle_quasi_linearizable(const History& history, const Spec& spec, const QuasiBounds& bounds);

// Tries every ρ' with every ρ'', whatever the bounds, until a pair is accepted; returns whether one is.
bool oracle_accepts_some(const History& history, const Spec& spec,
                         const std::function<bool(const QuasiWitness&)>& accepts);
// The largest distance of an operation of the group from its place.
std::uint32_t furthest_displacement(const QuasiWitness& orders, const History& history,
                                    const QuasiGroup& group);

}  // namespace linnet

// Replays both orders of a quasi-linearization: the small program that everyone has to believe.
//
// It shares no code with the search. The displacements it measures are also what reports show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/quasi/bounds.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/quasi_witness.hpp"

namespace linnet {

// What is wrong with the witness, in one sentence; nullopt if it proves that the operations of `object` are
// quasi-linearizable. REQUIRES: the history is resolved against the specification.
std::optional<std::string> verify_quasi_witness(const History& history, const Spec& spec,
                                                const QuasiBounds& bounds, ObjectId object,
                                                const QuasiWitness& witness);

// How far each operation of ρ'|group is from its place there, in the order of ρ'.
// REQUIRES: both orders consist of the same operations.
std::vector<Displacement> displacements(const History& history, const QuasiGroup& group,
                                        const QuasiWitness& witness);

}  // namespace linnet

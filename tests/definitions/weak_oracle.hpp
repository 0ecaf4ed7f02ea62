// Decides weak consistency by brute force, straight from the definition: everything faster is compared with
// it.
//
// It tries all linear orders of the completed operations and any of the pending ones that extend
// happens-before; for each operation all sets of operations before it; and accepts what verify_execution
// accepts. It is practical for up to six operations.
#pragma once

#include "check/weak/model.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/weak_verdict.hpp"

namespace linnet {

// An execution that satisfies the model, if there is one. REQUIRES: the history is resolved.
std::optional<AbstractExecution> weak_oracle(const History& history, const Spec& spec,
                                             const WeakModel& model);

}  // namespace linnet

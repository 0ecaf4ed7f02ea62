// Why a history violates a weak model: the operation that cannot have returned what it did, and what it would
// have had to see.
#pragma once

#include "check/weak/search.hpp"

namespace linnet {

// REQUIRES: the history violates the model. Where the budget does not suffice, it says less.
WeakViolation explain_weak_violation(const History& history, const Spec& spec, const WeakModel& model,
                                     const WeakSearchOptions& options, const Budget& budget);

}  // namespace linnet

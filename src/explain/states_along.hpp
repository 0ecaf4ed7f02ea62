// The states that a specification goes through along an order of operations, for people who step through it.
//
// A nondeterministic call may leave several states, of which only some let the rest of the order go on. All are walked
// at once, layer by layer, and the states shown are those of one way that reaches the end.
#pragma once

#include <optional>
#include <vector>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/checked_history.hpp"

namespace linnet {

// nullopt if the order is empty, is longer than a person steps through, or is none that the specification allows. Objects
// have states of their own: each operation is shown with that of its object.
// REQUIRES: `history` is resolved.
std::optional<StatesAlong> states_along(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order);

}  // namespace linnet

// Conflict serializability, the atomicity that Line-Up compares linearizability with (its section 5.6): could
// the operations of an execution have run one after the other, with all conflicting steps in the order that
// they had?
//
// Every operation is a transaction, and so is every step outside of operations. One transaction comes before
// another if a step of it conflicts with a later step of the other, or if both belong to one thread. The
// execution is conflict-serializable iff this order has no cycle. It is enough to consider steps: plain
// accesses that conflict are ordered by steps, or they race, and then they are steps themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "schedule/step.hpp"

namespace linnet {

inline constexpr std::size_t kNoOperation = static_cast<std::size_t>(-1);

// A shortest cycle: the numbers of its operations, which are given as they begin, from 0, or kNoOperation for
// a step outside of them. Nothing if the execution is conflict-serializable.
std::optional<std::vector<std::size_t>> conflict_cycle(std::span<const Step> steps);

}  // namespace linnet

// Goes from "this part of the history is a violation" to an Explanation: prefix, core, attempts and a
// sentence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/steps.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/checked_history.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

// Whether an operation that is not placed can no longer take effect after those that are: a criterion's rule
// beyond precedence, about operations that did not return. Null if it has no such rule.
using TooLate = bool (*)(const History&, const Spec&, OperationIndex, const std::vector<bool>& placed);

// The criterion that a history violates, as far as explaining needs it.
struct Rules {
  Decide decide;
  const Budget& budget;  // for explaining; once it is spent, the explanation is as good as it is then
  TooLate too_late = nullptr;
  std::string_view of_cut_off = {};  // what it says about operations that a crash cut off, in one sentence
};

// `part` has the operations (increasing indices into `whole`) of the object or key that violates; `subject`
// is its name, empty if there is only one; `violation` is the checker's result: its suspects (indices into
// `whole`) show where to begin, and its sentence is used if no better one is found. REQUIRES: `whole` is
// resolved against `spec`, and its part was decided to be a violation.
Explanation explain(const History& whole, const std::vector<OperationIndex>& part, const Spec& spec,
                    const std::string& subject, const Rules& rules, const Violation& violation);

// The states of a specification along an order of operations, for users who step through it. Returns nullopt
// if the order is empty, is longer than a user would step through, or is not allowed by the specification.
// Each object has its own state: each operation is shown with that of its object. REQUIRES: `history` is
// resolved.
std::optional<StatesAlong> states_along(const History& history, const Spec& spec,
                                        const std::vector<OperationIndex>& order);

}  // namespace linnet

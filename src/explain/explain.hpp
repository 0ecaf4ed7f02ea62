// From "this part of the history is a violation" to an Explanation: prefix, core, attempts and a sentence.
#pragma once

#include <string>
#include <vector>

#include "explain/judge.hpp"
#include "history/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

// `part`: the operations (increasing indices into `whole`) of the object or key that violates; `subject` its
// name, empty if there is but one; `sentence_from_checker` is used where no better one is found.
// REQUIRES: `whole` is resolved against `spec`, and its part was decided to be a violation.
Explanation explain(const History& whole, const std::vector<OperationIndex>& part, const Spec& spec,
                    const std::string& subject, const Decide& decide, std::string sentence_from_checker);

}  // namespace linnet

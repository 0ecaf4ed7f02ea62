// Goes from "this part of the history is a violation" to an Explanation: prefix, core, attempts and a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/attempts.hpp"
#include "explain/judge.hpp"
#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/explanation.hpp"

namespace linnet {

// The criterion that a history violates, as far as explaining has to know it.
struct Rules {
  Decide decide;
  TooLate too_late = nullptr;
  std::string_view of_cut_off = {};  // what it says about operations that a crash cut off, in one sentence
};

// `part` has the operations (increasing indices into `whole`) of the object or key that violates; `subject` is its
// name, empty if there is only one; `sentence_from_checker` is used where no better one is found.
// REQUIRES: `whole` is resolved against `spec`, and its part was decided to be a violation.
Explanation explain(const History& whole, const std::vector<OperationIndex>& part, const Spec& spec,
                    const std::string& subject, const Rules& rules, std::string sentence_from_checker);

}  // namespace linnet

// The criterion `weak`: the model and the algorithm from what the user asked, the evidence in the words of reports.
//
// Where the model means linearizability and no algorithm was chosen, its own algorithms decide, and a violation comes
// without an explanation: linearizable's is the better one.
#pragma once

#include "check/linearizability/linearizable.hpp"
#include "check/weak/weak.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

// What --model, --axioms and --strength say of all operations, and of the methods that are named; nothing, if they are
// absent. Throws InputError if there are both a model and axioms, or for what they may not say.
InferenceGiven given_by(const CheckRequest& request, const Spec& spec);

// The model that a history is held to. Throws InputError as given_by, and if nothing is given.
WeakModel model_of(const CheckRequest& request, const Spec& spec);

// Throws InputError as model_of, and for an unknown algorithm.
CheckResult check_weak_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                 const Budget& budget);

// The strengths of methods that all histories keep. Throws InputError as given_by.
InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const CheckRequest& request, const Budget& budget);

}  // namespace linnet

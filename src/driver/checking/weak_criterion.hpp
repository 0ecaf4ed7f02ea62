// The criterion `weak`: gets the model and the algorithm from the request, and puts the evidence in the words
// of reports.
//
// If the model means linearizability and no algorithm was chosen, the algorithms for linearizability decide,
// and a violation comes without an explanation: that of `linearizable` is better.
#pragma once

#include "check/linearizability/linearizable.hpp"
#include "check/weak/weak.hpp"
#include "driver/checking/check_request.hpp"

namespace linnet {

// What --model, --axioms and --strength require of all operations, and of the methods that they name; empty
// if they are absent. Throws InputError if there are both a model and axioms, or if one of them is wrong.
InferenceGiven given_by(const CheckRequest& request, const Spec& spec);

// The model that a history has to satisfy. Throws InputError as given_by does, and if nothing is given.
WeakModel model_of(const CheckRequest& request, const Spec& spec);

// Throws InputError as model_of does, and for an unknown algorithm.
CheckResult check_weak_criterion(const History& history, const Spec& spec, const CheckRequest& request,
                                 const Budget& budget);

// The strengths of methods that all histories keep. Throws InputError as given_by does.
InferredStrengths infer_strengths(std::span<const History> histories, const Spec& spec,
                                  const CheckRequest& request, const Budget& budget);

}  // namespace linnet

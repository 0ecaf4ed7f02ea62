// A specification made of the serial runs of an object: what they did, as states and outcomes.
//
// A state is what has been called and returned so far, by any thread. So it answers for sequences that the serial histories
// have and for no others: a criterion that moves operations about, as quasi-linearizability does, needs serial histories of
// the calls in every order, not only in those that the threads of a test allow.
//
//   inc() | get()      from inc() → null: get() may return 1; from get() → 0: inc() may return null
#pragma once

#include <string>

#include "history/model/serial_histories.hpp"
#include "linnet/spec.hpp"

namespace linnet {

Spec serial_specification(const SerialHistories& serial, std::string name);

}  // namespace linnet

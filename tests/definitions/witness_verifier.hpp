// Replays a witness against the specification: the small program on which all trust rests.
//
// Deciding is hard, verifying is not: one pass over the order. It shares no code with the algorithms whose
// answers it verifies. Nondeterministic calls are followed through the set of all states that the object may
// be in. It forgets states as it goes, so ten million operations are an ordinary input.
#pragma once

#include <optional>
#include <string>

#include "history/model/history.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// Says in one sentence what is wrong with the witness; nullopt if it proves that the history is linearizable.
// REQUIRES: the history is resolved against the specification. It may have several objects.
std::optional<std::string> verify_witness(const History& history, const Spec& spec, const Witness& witness);

}  // namespace linnet

// Verifies witnesses of histories with crashes. Shares no code with what found them.
#pragma once

#include <optional>
#include <string>

#include "check/crash/rule.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// What is wrong with the witness, in one sentence; nullopt if it proves that the history meets the criterion.
// REQUIRES: the history is resolved against the specification.
std::optional<std::string> verify_crash_witness(const History& history, const Spec& spec,
                                                CrashCriterion criterion, const Witness& witness);

}  // namespace linnet

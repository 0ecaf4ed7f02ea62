// Decides the criteria across crashes by executing their definitions, and verifies witnesses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/crash/crash.hpp"
#include "linnet/spec.hpp"
#include "verdict/verdict.hpp"

namespace linnet {

// Whether operation `i`, which is not placed, can no longer take effect after those that are.
bool too_late_by_definition(const History& history, const Spec& spec, CrashCriterion criterion,
                            OperationIndex i, const std::vector<bool>& placed);

// Some total order of all completed operations, some of the pending and some of the cut off ones extends
// precedence, is allowed, and has each cut off one where check/crash/crash.hpp requires it.
bool oracle_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion);

// Says in one sentence what is wrong with the witness; nullopt if it proves that the history meets the
// criterion. Shares no code with the algorithm that found it. REQUIRES: the history is resolved against the
// specification.
std::optional<std::string> verify_crash_witness(const History& history, const Spec& spec,
                                                CrashCriterion criterion, const Witness& witness);

}  // namespace linnet

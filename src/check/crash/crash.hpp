// The criteria `strict`, `recoverable` and `durable`: linearizability of objects that outlive crashes.
//
// crash_rule.hpp has the definitions, crash_translation.hpp the way to decide them.
#pragma once

#include "check/crash/rule.hpp"
#include "check/linearizability/linearizable.hpp"

namespace linnet {

// Of a history without crashes, all three are linearizability. Throws InputError as check_linearizable does,
// and for a history with crashes that is marked as stuck. REQUIRES: the history is resolved.
CheckResult check_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion,
                                 const CheckOptions& options, const Budget& budget);

}  // namespace linnet

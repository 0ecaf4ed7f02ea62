// The slow way to the criteria strict, recoverable and durable: their definitions, written down and run.
#pragma once

#include "check/crash/rule.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Some total order of all completed operations, some of the pending and some of the cut off ones extends
// precedence, is allowed, and has each cut off one where crash_rule.hpp wants it.
bool oracle_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion);

}  // namespace linnet

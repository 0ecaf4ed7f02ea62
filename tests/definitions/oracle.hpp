// Decides linearizable and stuck histories the slow way: by the definitions, written down and run.
//
// Tries all orders of the operations that extend precedence, any subset of the pending ones, all outcomes of
// nondeterministic calls, all objects at once. No memory of what was tried, no shortcut: it exists to be
// obviously right on histories of up to a dozen operations, and everything else is tested against it.
#pragma once

#include "history/model/history.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// Some total order of all completed and some of the pending operations extends precedence and is allowed.
bool oracle_linearizable(const History& history, const Spec& spec);

// Line-Up, Definition 2: for each pending operation e, some order of the completed operations extends
// precedence, is allowed, and leaves a state in which e blocks. True if nothing is pending.
bool oracle_stuck(const History& history, const Spec& spec);

}  // namespace linnet

// The criterion `stuck` (Line-Up, Definition 2): for each pending operation e, some order of the completed
// operations extends precedence, is allowed, and leaves a state in which e blocks.
//
//   lock() |--|                          stuck: after the first lock(), the second one blocks
//   lock()       |------- ...
//
//   enq(1) |--|                          not stuck: in every state that enq(1) can leave, take() returns 1
//   take()       |------- ...
#pragma once

#include "check/linearizability/linearizable.hpp"

namespace linnet {

// Throws InputError if nothing is pending, and where check_linearizable does. Ignores the algorithm's name:
// what is asked for is all final states, and only searches know them.
CheckResult check_stuck(const History& history, const Spec& spec, const CheckOptions& options,
                        const Budget& budget);

}  // namespace linnet

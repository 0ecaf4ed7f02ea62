// A specification that the object itself, or its reference, answers for: what a call returns after a sequence
// of others.
//
// A state is such a sequence with its results. When the effect of a call in a state is needed, one serial run
// of the sequence and the call in a process of the program finds it, and the answer is kept. So a criterion
// that reorders operations, as quasi-linearizability does, runs only the orders that it considers: of
// fourteen calls these are some hundreds out of 87 billion.
//
//   after enq(1), enq(2): deq()?       runs enq(1) enq(2) deq() on a new object, and answers 1
#pragma once

#include "driver/exploring/exploration_request.hpp"
#include "driver/program/object_scenarios.hpp"
#include "history/model/serial_histories.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// `known` says which methods return anything. Questions throw InputError if a serial run fails by itself, or
// if a call that is not declared nondeterministic has two results. REQUIRES: program, scenario and request
// outlive the specification.
Spec serial_reference(ProgramUnderTest& program, const ObjectScenario& scenario,
                      const ExplorationRequest& request, const SerialHistories& known, std::string name);

}  // namespace linnet

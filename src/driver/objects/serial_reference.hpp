// A specification that the object itself answers for, or its reference: what a call returns after a sequence of others.
//
// A state is such a sequence with its results. What a call does there is found out when it is asked for, by one serial run of the
// sequence and the call in a process of the program, and kept. So a criterion that moves operations about, as
// quasi-linearizability does, runs the orders that it looks at, and not all there are: of fourteen calls these are some hundreds
// out of 87 billion.
//
//   after enq(1), enq(2): deq()?       runs enq(1) enq(2) deq() on a new object, and answers 1
#pragma once

#include "driver/exploring/exploration_request.hpp"
#include "driver/program/object_scenarios.hpp"
#include "history/model/serial_histories.hpp"
#include "linnet/spec.hpp"

namespace linnet {

// `known` says which methods return anything. Asking throws InputError if a serial run goes wrong in itself, and if a call that is
// not declared to be nondeterministic has two results. REQUIRES: program, scenario and request outlive the specification.
Spec serial_reference(ProgramUnderTest& program, const ObjectScenario& scenario,
                      const ExplorationRequest& request, const SerialHistories& known, std::string name);

}  // namespace linnet

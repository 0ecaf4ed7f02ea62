// rdtsc and rdtscp: a look at the clock that calls nobody.
//
// The processor can be told to fault instead. The fault becomes a call: the thread goes on in linnet_time_stamp_entry,
// on its own stack, as if it had called a function there, and looks at the virtual clock, which is a step like any
// other (a signal handler could not switch threads). Timestamps of different threads are then ordered as they were
// taken, which is what they are taken for.
#pragma once

#include <ucontext.h>

namespace linnet::runtime {

// From now on they fault, if this processor can do it. Costs nothing if they do already.
void trap_time_stamps();
// For our own code, and for programs started from here.
void allow_time_stamps();
// If it was one of them that faulted: what shall happen when the handler returns. False if it was something else.
bool stand_in_for_time_stamp(ucontext_t& context);

}  // namespace linnet::runtime

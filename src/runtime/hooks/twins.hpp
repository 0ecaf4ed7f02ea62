// Threads that nothing tells apart: the same code, the same argument, the same creator, one after the other without a step in between.
//
// The twin that was created first takes its first step first (Cuts::symmetry, docs/exploration.md). So its first step
// writes a location that the first step of the next one reads, as if it had created it. That holds as long as nothing can tell
// which of them is which. What does tell makes the exploration start again without this.
#pragma once

#include "runtime/execution.hpp"

namespace linnet::runtime {

// The thread was created by the running one, and has run up to its first step.
void look_for_twin(Thread& parent, Thread& child);

// The running thread looks at who it is.
void looks_at_itself();
// Someone looks at what a thread is, or returned, by its identity.
void is_looked_at(const Thread& thread);
// The running thread is about to join the thread, and has done so. It joins all twins one after the other.
void before_join(Thread& joining, const Thread& thread);
void after_join(Thread& joining, const Thread& thread);

}  // namespace linnet::runtime

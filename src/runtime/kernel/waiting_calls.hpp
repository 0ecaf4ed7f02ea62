// System calls that may wait: for a channel of the program (descriptors.hpp), for time, or for something outside of the program.
//
// The kernel is asked without waiting. A call on one channel is one step, which is open when the kernel says that it would not wait,
// like a lock. A call on several, or on what may be outside, tries; if it would wait, its next step waits until another thread has
// changed some channel, like a loop. If no thread can go on and one of them waits for something that is not a channel, the execution
// ends there, and nothing is known. A timeout is over when the thread is chosen and nothing is there, and takes virtual time.
#pragma once

#include <optional>

#include "runtime/kernel/system_calls.hpp"

namespace linnet::runtime {

// If it is such a call: its result.
std::optional<long> wait_in(const SystemCall& call);

}  // namespace linnet::runtime

// What the kernel reads and writes for a system call: it is accessed by the thread that makes the call.
#pragma once

#include "runtime/kernel/system_calls.hpp"

namespace linnet::runtime {

// Before the call.
void note_what_is_read(const SystemCall& call);
// After it. What nobody here knows of a call is not seen, and its place is told as such.
void note_what_was_written(const SystemCall& call, long result);

}  // namespace linnet::runtime

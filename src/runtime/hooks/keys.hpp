// pthread keys: values are kept per thread in Thread::key_values, keys here.
#pragma once

#include "runtime/fibers/thread.hpp"

namespace linnet::runtime {

// Keys made by static constructors exist in every execution, later ones only in theirs.
void mark_keys();
void restore_keys();
void run_key_destructors(Thread& thread);

}  // namespace linnet::runtime

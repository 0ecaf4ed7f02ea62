// Relaxed queues, stacks and priority queues; see relaxed.cpp for what they allow.
#pragma once

#include "spec/builtin.hpp"

namespace linnet {

// REQUIRES: options.out_of_order or options.lateness.
Spec make_relaxed_queue(const SpecOptions& options);
Spec make_relaxed_stack(const SpecOptions& options);
Spec make_relaxed_pqueue(const SpecOptions& options);

}  // namespace linnet

// Tells states of the program apart, so that a strategy that walks through all of them takes none up twice.
//
// A state is all that the rest of the execution depends on: the program's data and heap, and of every thread that lives
// its stack, its registers, its TLS and what it waits for. Mutexes and the like keep theirs in the program's own data
// (sync_object.hpp). What is left of earlier calls in unused parts of a frame makes equal states look different: that
// costs time, and nothing else. Left out are how far standard input was read and the modes of floating-point arithmetic,
// which operations leave alone, and whether a spin loop is known to be one (spin_watch.hpp), which only says how often it
// need be run.
#pragma once

#include "base/fingerprint.hpp"

namespace linnet::runtime {

// The fingerprint of the execution under way. REQUIRES: in Strategy::pick(), with RuntimeOptions::states_are_compared, without
// isolation and power failures.
Fingerprint state_fingerprint();

}  // namespace linnet::runtime

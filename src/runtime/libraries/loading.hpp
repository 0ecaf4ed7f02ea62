// Libraries that the program loads by itself, with dlopen.
//
// What they have in memory must be as it was when the next execution begins, so they are loaded before the first one: an execution
// is tried in a process of its own, and if it comes to a dlopen, that library is loaded and another one is tried. Constructors of
// these libraries then run before main. A library that only other executions ask for is not supported.
#pragma once

#include "protocol/runtime_options.hpp"

namespace linnet::runtime {

// REQUIRES: before the snapshot is taken.
void load_libraries_first(const RuntimeOptions& options);

// The files that were loaded so, and are not instrumented: nobody has looked for accesses in them.
const std::vector<std::string>& unseen_files();
void join_unseen_files(const std::vector<std::string>& others);

}  // namespace linnet::runtime

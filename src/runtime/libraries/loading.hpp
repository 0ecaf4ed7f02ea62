// Libraries that the program loads itself, with dlopen.
//
// Their memory must be as it was when the next execution begins, so they are loaded before the first one: a
// trial execution runs in a separate process, and if it comes to a dlopen, that library is loaded and another
// trial follows. Constructors of these libraries then run before main. A library that only other executions
// load is not supported.
#pragma once

#include "protocol/runtime_options.hpp"

namespace linnet::runtime {

// REQUIRES: before the snapshot is taken.
void load_libraries_first(const RuntimeOptions& options);

// The files that were loaded in this way and are not instrumented: their accesses were not searched for.
const std::vector<std::string>& unseen_files();
void join_unseen_files(const std::vector<std::string>& others);

}  // namespace linnet::runtime

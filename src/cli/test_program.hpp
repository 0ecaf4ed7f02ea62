// The program `linnet` where a test program has started it.
#pragma once

#include <string>

namespace linnet {

// `path` is the test program, and the words are what it was called with.
int run_test_program(const std::string& path, int count, char** words);

}  // namespace linnet

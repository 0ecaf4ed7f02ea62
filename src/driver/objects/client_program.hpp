// The client that shows a violation under a memory model, written out as a program that fails by itself.
#pragma once

#include <string>

#include "driver/program/object_scenarios.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// It includes `source`, the file of the test, makes the object and calls it in threads, with flags where the client orders calls, and asserts that the results are
// not those of the failure. Throws InputError if that is no failure of recorded calls under a memory model, or if its values cannot be
// written.
std::string client_program(const ObjectTest& test, const std::string& source, const Failure& failure);

}  // namespace linnet

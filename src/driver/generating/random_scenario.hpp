// Random client programs for stress testing: threads that call an object's operations with small values.
//
// They follow section 5 of Emmi, Enea: Monitoring Weak Consistency (CAV 2018). Existing clients restrict the
// arguments that they pass and ignore the results that they get; random clients do neither.
#pragma once

#include <cstdint>

#include "linnet/spec.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

struct ClientShape {
  std::uint32_t threads = 3;
  std::uint32_t calls = 15;  // in all, divided among the threads
  std::uint32_t values = 3;  // arguments are the numbers from 1 on, the letters from "a" on, true and false
};

// The same seed gives the same program on every machine. Throws InputError if no operation of the test can be
// called with random arguments.
Scenario random_scenario(const ObjectTest& test, const Spec& spec, const ClientShape& shape,
                         std::uint64_t seed);

}  // namespace linnet

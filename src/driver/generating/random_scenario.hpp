// Random client programs: threads that call an object's operations with small values, for stress testing.
//
// As in section 5 of Emmi, Enea: Monitoring Weak Consistency (CAV 2018): found clients restrict what they pass and
// do not care what they get; random ones do neither.
#pragma once

#include <cstdint>

#include "linnet/spec.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

struct ClientShape {
  std::uint32_t threads = 3;
  std::uint32_t calls = 15;  // in all, shared out among the threads
  std::uint32_t values = 3;  // arguments are the numbers from 1 on, the letters from "a" on, true and false
};

// The same seed gives the same program on every machine. Throws InputError if the test has no operation that random
// arguments can be made for.
Scenario random_scenario(const ObjectTest& test, const Spec& spec, const ClientShape& shape,
                         std::uint64_t seed);

}  // namespace linnet

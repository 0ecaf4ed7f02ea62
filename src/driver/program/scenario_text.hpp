// Scenario text: `init ; thread | thread | ... ; final`, calls separated by spaces, arguments in JSON.
//
//   enq(1) enq(2) ; enq(3) | enq(4) deq() ; deq()      all three parts
//   enq(1) | deq()                                     threads alone
//   enq(1) ; deq() | deq()                             init and threads: the part with a bar is that of the threads
#pragma once

#include <string>
#include <string_view>

#include "linnet/spec.hpp"
#include "scenario/object_test.hpp"
#include "scenario/scenario.hpp"

namespace linnet {

// Throws InputError, pointing into the text, if it is no scenario of this test: bad syntax, an operation that
// the test does not declare or the specification (null: there is none) does not know, or arguments that one
// of them does not take.
Scenario parse_scenario(std::string_view text, const ObjectTest& test, const Spec* spec);

// The text that parses to this scenario.
std::string scenario_text(const Scenario& scenario, const ObjectTest& test);

}  // namespace linnet

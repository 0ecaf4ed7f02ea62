// Groups failures of generated tests by what is probably the same mistake.
//
// A root cause is the kind of the failure and the operations of the smallest test that was found to fail in
// the same way. It does not matter how often each is called, with which arguments, and by which thread.
//
//   inc() get() | inc()                     inconsistent: get, inc
//   get() inc() inc() | inc() get()         the same, once it is smaller: inc() | inc() get()
//   add(1) add(2) take()                    nondeterministic-specification: add, take
//
// One mistake may show in several ways (any two of three methods that forget the same lock), and then counts
// as several. Two mistakes of one operation that need the same other operations to show count as one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/generated_tests.hpp"

namespace linnet {

// A summary of a scenario.
struct ScenarioOutline {
  std::uint32_t threads = 0, operations = 0;  // its matrix, without init and final
  std::vector<std::string> methods;           // all it calls, sorted, each once
};
// REQUIRES: scenario_text() made the text.
ScenarioOutline outline_of(std::string_view scenario);

struct RootCause {
  EndingKind kind{};
  std::vector<std::string> methods;
  std::string smallest;                       // the smallest test that shows it
  std::uint32_t threads = 0, operations = 0;  // of that test
  std::uint64_t tests = 0;                    // the number of tests that failed
};
// Root causes of most tests come first.
std::vector<RootCause> root_causes(const GeneratedTests& report);

}  // namespace linnet

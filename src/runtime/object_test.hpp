// The object tests that the program declares (include/linnet/test.hpp): their description, and the program's
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "linnet/detail/border.h"
#include "scenario/object_test.hpp"
#include "scenario/recording.hpp"
#include "scenario/scenario.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

struct ProgramTest {
  ObjectTest description;
  void (*body)() = nullptr;

  // Declared by the body; the pointers lead into the program.
  std::vector<linnet_object> objects, references;
  std::vector<linnet_operation> operations, reference_operations;  // as in the description
  const linnet_own_spec* own_spec = nullptr;
  std::optional<linnet_recovery> recovery;
};

// All tests of the program, after their bodies ran. REQUIRES: called from drive(), before the first
// execution.
const std::vector<ProgramTest>& declared_tests();

// A specification that belongs to no test, as if it were a test with nothing else.
void add_specification(const linnet_own_spec& own);

// From now on the program is: make the object, do what the scenario says, destroy it. REQUIRES: both outlive
// the executions.
void choose_scenario(const ProgramTest& test, const Scenario& scenario);
// The recording of the last execution; valid until the next.
const Recording& recording();
// The address of the object of the last execution, or 0.
std::uint64_t object_under_test();
// The call that the thread makes next. REQUIRES: called by a strategy, in the same process; its next step is
// that call.
std::uint32_t announced_call(ThreadNumber thread);
void set_recording(Recording of_another_process);

}  // namespace linnet::runtime

// Drives multi-word primitives natively, for `linnet stress --words`, and judges the recorded histories.
#pragma once

#include <vector>

#include "driver/native/stress.hpp"

namespace linnet {

// The tests to drive: those whose specification is mwcas. Throws InputError if one cannot be driven, or there is none.
std::vector<ObjectScenario> words_to_stress(ProgramUnderTest& program, const StressRequest& request);

// REQUIRES: a test from words_to_stress().
StressedProgram stress_words(ProgramUnderTest& program, const ObjectScenario& test,
                             const StressRequest& request, const StressWatch& watch);

}  // namespace linnet

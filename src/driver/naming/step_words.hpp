// A line for each step of an execution, and for both accesses of a race.
#pragma once

#include <vector>

#include "driver/naming/words.hpp"

namespace linnet {

std::vector<NamedStep> steps_in_words(const SeenExecution& seen, const Words& words);

}  // namespace linnet

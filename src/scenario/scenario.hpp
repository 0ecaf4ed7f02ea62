// A scenario: the calls of an object that each thread makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "linnet/detail/border.h"

namespace linnet {

// One call of a scenario.
struct PlannedCall {
  std::uint32_t operation = 0;  // into ObjectTest::operations
  std::vector<linnet_word> arguments;
  std::size_t offset = 0;  // its start in the scenario's text
};

// The calls are numbered consecutively: those of init, of each thread in turn, of final.
struct Scenario {
  std::vector<PlannedCall> calls;
  // One past the last call of each part: init, thread 1, thread 2, ..., final.
  std::vector<std::uint32_t> part_ends;

  std::uint32_t part_begin(std::size_t part) const { return part == 0 ? 0 : part_ends[part - 1]; }
  std::size_t final_part() const { return part_ends.size() - 1; }
};

}  // namespace linnet

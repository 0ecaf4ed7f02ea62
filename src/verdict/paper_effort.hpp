// What the algorithm of the Round-Up paper went through before it knew the answer: what the paper's tables count.
#pragma once

#include <cstdint>

namespace linnet {

struct PaperEffort {
  std::uint64_t sequentializations = 0, permutations = 0;
};

}  // namespace linnet

// The number of random cases that a test tries: LINNET_TEST_SCALE times the usual number (scripts/test-long),
// and fewer with sanitizers, which look for other faults and make each case ten times as expensive.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "sanitizers.hpp"

namespace linnet {

inline std::size_t test_scale() {
  const char* const text = std::getenv("LINNET_TEST_SCALE");
  return text == nullptr ? 1 : std::max<std::size_t>(1, std::strtoull(text, nullptr, 10));
}

inline std::size_t cases(std::size_t usual) {
  const std::size_t all = usual * test_scale();
  return kUnderSanitizers ? std::max<std::size_t>(1, all / 4) : all;
}

}  // namespace linnet

// The table of algorithms, fastest first.
#include <array>

#include "check/algorithm.hpp"
#include "check/monitors.hpp"

namespace linnet {

std::span<const Algorithm* const> all_algorithms() {
  static constexpr std::array<const Algorithm*, 5> kAll = {
      &kRegisterMonitor, &kQueueMonitor, &kSetMonitor, &kPriorityQueueMonitor, &kStackMonitor,
  };
  return kAll;
}

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm* algorithm : all_algorithms()) {
    if (algorithm->name == name) return algorithm;
  }
  return nullptr;
}

}  // namespace linnet

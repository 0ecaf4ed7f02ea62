// Has the table of algorithms, fastest first.
#include "check/linearizability/algorithm.hpp"
#include "check/linearizability/search.hpp"
#include "check/monitors/monitors.hpp"
#include "check/multiword/graph.hpp"

namespace linnet {

std::span<const Algorithm* const> all_algorithms() {
  static constexpr const Algorithm* kAll[] = {
      &kRegisterMonitor, &kQueueMonitor, &kSetMonitor, &kPriorityQueueMonitor,
      &kStackMonitor,    &kMwcasGraph,   &kSearch,     &kFrontier,
      &kJustInTime,      &kWingGong,     &kZones,      &kMwcasGraphNaive};
  return kAll;
}

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm* algorithm : all_algorithms()) {
    if (algorithm->name == name) return algorithm;
  }
  return nullptr;
}

}  // namespace linnet

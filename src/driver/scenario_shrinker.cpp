// Takes calls away one by one, as long as one can go.
#include "driver/scenario_shrinker.hpp"

#include <algorithm>
#include <utility>

namespace linnet {

runtime::Scenario without_call(const runtime::Scenario& scenario, std::uint32_t call) {
  runtime::Scenario smaller = scenario;
  smaller.calls.erase(smaller.calls.begin() + call);
  for (std::uint32_t& end : smaller.part_ends) end -= end > call;
  for (std::size_t part = smaller.final_part() - 1; part > 0 && smaller.final_part() > 2; --part) {
    if (smaller.part_begin(part) == smaller.part_ends[part]) {
      smaller.part_ends.erase(smaller.part_ends.begin() + static_cast<std::ptrdiff_t>(part));
    }
  }
  return smaller;
}

runtime::Scenario shrink(runtime::Scenario scenario,
                         const std::function<bool(const runtime::Scenario&)>& fails,
                         std::uint32_t most_tries) {
  for (bool removed = true; removed;) {
    removed = false;
    for (auto call = static_cast<std::uint32_t>(scenario.calls.size()); call-- > 0;) {
      if (scenario.calls.size() == 1 || most_tries-- == 0) return scenario;
      runtime::Scenario smaller = without_call(scenario, call);
      if (!fails(smaller)) continue;
      scenario = std::move(smaller);
      removed = true;
      call = std::min(call, static_cast<std::uint32_t>(scenario.calls.size()));
    }
  }
  return scenario;
}

}  // namespace linnet

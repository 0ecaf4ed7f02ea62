// Takes calls away one by one, as long as one can go, and then threads.
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

runtime::Scenario with_joined_threads(const runtime::Scenario& scenario, std::size_t first,
                                      std::size_t second) {
  runtime::Scenario joined;
  const auto append = [&](std::size_t part) {
    joined.calls.insert(joined.calls.end(), scenario.calls.begin() + scenario.part_begin(part),
                        scenario.calls.begin() + scenario.part_ends[part]);
  };
  for (std::size_t part = 0; part < scenario.part_ends.size(); ++part) {
    if (part == second) continue;
    append(part);
    if (part == first) append(second);
    joined.part_ends.push_back(static_cast<std::uint32_t>(joined.calls.size()));
  }
  return joined;
}

namespace {

class Shrinker {
 public:
  Shrinker(runtime::Scenario scenario, const std::function<bool(const runtime::Scenario&)>& fails,
           std::uint32_t most_tries)
      : scenario_(std::move(scenario)), fails_(fails), tries_left_(most_tries) {}

  runtime::Scenario run() {
    while (remove_calls() || join_threads()) {
    }
    return std::move(scenario_);
  }

 private:
  bool accept(runtime::Scenario smaller) {
    if (tries_left_ == 0) return false;
    --tries_left_;
    if (!fails_(smaller)) return false;
    scenario_ = std::move(smaller);
    return true;
  }

  bool remove_calls() {
    bool removed = false;
    for (auto call = static_cast<std::uint32_t>(scenario_.calls.size()); call-- > 0;) {
      if (scenario_.calls.size() == 1) return false;
      if (!accept(without_call(scenario_, call))) continue;
      removed = true;
      call = std::min(call, static_cast<std::uint32_t>(scenario_.calls.size()));
    }
    return removed;
  }

  bool join_threads() {
    for (std::size_t first = 1; first < scenario_.final_part(); ++first) {
      for (std::size_t second = 1; second < scenario_.final_part(); ++second) {
        if (first != second && accept(with_joined_threads(scenario_, first, second))) return true;
      }
    }
    return false;
  }

  runtime::Scenario scenario_;
  const std::function<bool(const runtime::Scenario&)>& fails_;
  std::uint32_t tries_left_;
};

}  // namespace

runtime::Scenario shrink(runtime::Scenario scenario,
                         const std::function<bool(const runtime::Scenario&)>& fails,
                         std::uint32_t most_tries) {
  return Shrinker(std::move(scenario), fails, most_tries).run();
}

}  // namespace linnet

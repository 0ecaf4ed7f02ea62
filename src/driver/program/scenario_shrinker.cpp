// Removes threads, then calls one by one, as long as that is possible, and then lets one thread do the work
// of two.
#include "driver/program/scenario_shrinker.hpp"

#include <algorithm>
#include <utility>

namespace linnet {

namespace {

void append_part(const Scenario& from, std::size_t part, Scenario& to) {
  to.calls.insert(to.calls.end(), from.calls.begin() + from.part_begin(part),
                  from.calls.begin() + from.part_ends[part]);
}
void end_part(Scenario& scenario) {
  scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
}

}  // namespace

Scenario without_call(const Scenario& scenario, std::uint32_t call) {
  Scenario smaller = scenario;
  smaller.calls.erase(smaller.calls.begin() + call);
  for (std::uint32_t& end : smaller.part_ends) end -= end > call;
  for (std::size_t part = smaller.final_part() - 1; part > 0 && smaller.final_part() > 2; --part) {
    if (smaller.part_begin(part) == smaller.part_ends[part]) {
      smaller.part_ends.erase(smaller.part_ends.begin() + static_cast<std::ptrdiff_t>(part));
    }
  }
  return smaller;
}

Scenario without_thread(const Scenario& scenario, std::size_t thread) {
  Scenario smaller;
  for (std::size_t part = 0; part < scenario.part_ends.size(); ++part) {
    if (part == thread) continue;
    append_part(scenario, part, smaller);
    end_part(smaller);
  }
  return smaller;
}

Scenario with_joined_threads(const Scenario& scenario, std::size_t first, std::size_t second) {
  Scenario joined;
  for (std::size_t part = 0; part < scenario.part_ends.size(); ++part) {
    if (part == second) continue;
    append_part(scenario, part, joined);
    if (part == first) append_part(scenario, second, joined);
    end_part(joined);
  }
  return joined;
}

namespace {

class Shrinker {
 public:
  Shrinker(Scenario scenario, const std::function<bool(const Scenario&)>& fails, std::uint32_t most_tries)
      : scenario_(std::move(scenario)), fails_(fails), tries_left_(most_tries) {}

  Scenario run() {
    remove_threads();
    while (remove_calls() || join_threads()) {
    }
    return std::move(scenario_);
  }

 private:
  bool accept(Scenario smaller) {
    if (tries_left_ == 0) return false;
    --tries_left_;
    if (!fails_(smaller)) return false;
    scenario_ = std::move(smaller);
    return true;
  }

  // This comes first: a test of two threads has far fewer executions and serial runs than one of three.
  void remove_threads() {
    for (std::size_t thread = scenario_.final_part(); --thread > 0;) {
      if (scenario_.final_part() > 2) accept(without_thread(scenario_, thread));
    }
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

  Scenario scenario_;
  const std::function<bool(const Scenario&)>& fails_;
  std::uint32_t tries_left_;
};

}  // namespace

Scenario shrink(Scenario scenario, const std::function<bool(const Scenario&)>& fails,
                std::uint32_t most_tries) {
  return Shrinker(std::move(scenario), fails, most_tries).run();
}

}  // namespace linnet

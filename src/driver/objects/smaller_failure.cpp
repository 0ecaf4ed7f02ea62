// Runs a short exploration for every scenario that the shrinker tries.
#include "driver/objects/smaller_failure.hpp"

#include <algorithm>
#include <utility>

#include "base/stopwatch.hpp"
#include "check/linearizability/handovers.hpp"
#include "driver/exploring/confirmation.hpp"
#include "driver/objects/object_exploration.hpp"
#include "driver/program/scenario_shrinker.hpp"
#include "driver/program/scenario_text.hpp"
#include "schedule/schedule.hpp"

namespace linnet {

namespace {

constexpr std::uint32_t kMostScenarios = 200;
constexpr std::uint64_t kMostExecutions = 2'000;  // of each scenario
constexpr double kMostSeconds = 1;                // of each scenario

// Whether the failure violates quasi-linearizability by distance: some order is legal, but too far from what
// happened. If the operations that remove the remaining values are missing, a value may stay out of its place
// for ever though the object is right: a smaller scenario would be a different failure.
bool is_of_distance(const Failure& failure) {
  return failure.history && failure.history->quasi && !failure.history->quasi->witnesses.empty();
}

// Whether results are right, and something is handed over without what was done before.
bool is_of_handover(const Failure& failure) {
  return failure.history && failure.history->algorithms == std::vector<std::string>{kHandovers};
}

bool same_cause(const Failure& a, const Failure& b) {
  const auto explained = [](const Failure& f) { return f.history && f.history->explanation; };
  return !explained(a) || !explained(b) || cause_of(*a.history) == cause_of(*b.history);
}

}  // namespace

Failure smaller_failure(ProgramUnderTest& program, const Failure& failure, const ObjectScenario& scenario,
                        const ExplorationRequest& request, const ExplorationWatch& watch) {
  if (failure.kind == EndingKind::nondeterminism || is_of_distance(failure)) return failure;
  if (!request.from_observations.empty()) return failure;  // the observations belong to this scenario only
  ExplorationRequest short_search = request;
  short_search.memory_model =
      failure.schedule.empty() ? std::nullopt : Schedule::from_text(failure.schedule).memory_model;
  short_search.strategy = short_search.memory_model ? StrategyKind::graphs : StrategyKind::bounded;
  short_search.preemptions.reset();
  short_search.executions = kMostExecutions;
  short_search.keep_going = false;
  short_search.checkpoint.clear();
  short_search.observations.clear();
  short_search.output.clear();
  short_search.test = scenario.test->name;

  Failure smallest = failure;
  ObjectScenario tried = scenario;
  const Stopwatch since_start;
  const ExplorationWatch silent{.interrupted = watch.interrupted};
  const auto fails = [&](const Scenario& smaller) {
    const double left = request.seconds ? *request.seconds - since_start.seconds() : kMostSeconds;
    if (left <= 0 || watch.interrupted()) return false;
    short_search.seconds = std::min(left, kMostSeconds);
    tried.scenario = smaller;
    tried.text = scenario_text(smaller, *scenario.test);
    short_search.scenario = tried.text;
    ExploredProgram report = explore_scenario(program, tried, short_search, silent);
    if (report.failures.empty() || report.failures.front().kind != failure.kind) return false;
    Failure& found = report.failures.front();
    if (is_of_distance(found) || is_of_handover(failure) != is_of_handover(found)) return false;
    if (request.keep_going && !same_cause(failure, found)) return false;  // that one is told, too
    found.scenario = tried.text;
    found.count = failure.count;
    found.found_at = failure.found_at;
    smallest = std::move(found);
    return true;
  };
  shrink(scenario.scenario, fails, kMostScenarios);
  return smallest;
}

}  // namespace linnet

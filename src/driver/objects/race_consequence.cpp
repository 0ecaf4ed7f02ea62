// Runs one more exploration, as with --races=explore, and makes its failures smaller.
#include "driver/objects/race_consequence.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/objects/object_exploration.hpp"
#include "driver/objects/smaller_failure.hpp"

namespace linnet {

namespace {

// Used if no number was given. If executions are long, fewer of them are run, so that a race in them is
// reported soon.
std::uint64_t most_executions(const ExplorationRequest& request, std::uint64_t longest) {
  constexpr std::uint64_t kMost = 10'000, kFewest = 100, kSteps = 2'000'000, kInProcessesOfTheirOwn = 1'000;
  if (request.executions) return *request.executions;
  const std::uint64_t most = request.execution.isolate ? kInProcessesOfTheirOwn : kMost;
  return std::clamp(kSteps / std::max<std::uint64_t>(longest, 1), kFewest, most);
}

ExplorationRequest with_races_as_steps(const ExplorationRequest& request, const ObjectScenario* scenario,
                                       std::uint64_t longest) {
  ExplorationRequest further = request;
  further.execution.races = runtime::Races::explore;
  further.executions = most_executions(request, longest);
  further.preemptions.reset();  // this would explore all executions within the bound, however many there are
  if (further.strategy == StrategyKind::automatic && scenario != nullptr && !scenario->spec)
    further.strategy = StrategyKind::bounded;
  further.suppressions.clear();
  further.outputs = further.count_conflict_cycles = false;
  further.checkpoint.clear();
  further.observations.clear();
  further.output.clear();
  return further;
}

RaceConsequence explore_further(ProgramUnderTest& program, const ObjectScenario* scenario,
                                const ExplorationRequest& request, const ExplorationWatch& watch) {
  RaceConsequence result;
  const Stopwatch since_start;
  ExploredProgram report = scenario == nullptr ? explore_main(program, request, watch)
                                               : explore_scenario(program, *scenario, request, watch);
  for (const Stage& stage : report.stages) result.executions += stage.executions;
  result.complete = report.complete() && report.failures.empty();
  result.reason = std::move(report.reason);
  for (Failure& failure : report.failures) {
    ExplorationRequest rest = request;
    if (rest.seconds) *rest.seconds -= since_start.seconds();
    if (scenario != nullptr) failure = smaller_failure(program, failure, *scenario, rest, watch);
    result.failures.push_back(std::move(failure));
  }
  return result;
}

}  // namespace

void add_consequence_of_race(ProgramUnderTest& program, const ObjectScenario* scenario,
                             const ExplorationRequest& request, const ExplorationWatch& watch,
                             ExploredProgram& report) {
  if (request.execution.races != runtime::Races::report || report.memory_model != MemoryModel::sc ||
      model_asked(request))
    return;
  const auto race = std::ranges::find(report.failures, EndingKind::data_race, &Failure::kind);
  if (race == report.failures.end()) return;
  RaceConsequence& consequence = race->consequence.emplace();
  if (watch.interrupted() || (request.seconds && *request.seconds <= 0)) {
    consequence.reason = watch.interrupted() ? "interrupted" : "the time was over";
    return;
  }
  try {
    const ExplorationRequest further = with_races_as_steps(request, scenario, report.longest);
    consequence = explore_further(program, scenario, further, {.interrupted = watch.interrupted});
  } catch (const InputError& error) {  // the race stands, whatever it leads to
    consequence.reason = error.what();
  } catch (const ProgramDied& error) {
    consequence.reason = error.what();
  }
}

}  // namespace linnet

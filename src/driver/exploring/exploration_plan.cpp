// The plan for each --strategy.
#include "driver/exploring/exploration_plan.hpp"

#include <limits>

#include <fmt/format.h>

namespace linnet {

namespace {

constexpr std::uint64_t kSamples = 10'000;     // where no number was asked for
constexpr std::uint32_t kMostPreemptions = 2;  // of bounded, where others go beyond it
constexpr double kFurtherSeconds = 1;          // where no time was asked for

PlannedStage bounded_stage(std::optional<std::uint32_t> preemptions) {
  return {.strategy = StrategyKind::bounded, .preemptions = preemptions};
}

PlannedStage further_stage(const ExplorationRequest& request) {
  PlannedStage planned{.beyond_plan = true};
  if (!request.seconds || request.further_seconds) {
    planned.share_of_executions = std::numeric_limits<std::uint64_t>::max();
    planned.share_of_seconds = request.further_seconds.value_or(kFurtherSeconds);
  }
  return planned;
}

PlannedStage sampling_stage(const ExplorationRequest& request) {
  return {
      .strategy = request.strategy, .samples = request.executions.value_or(kSamples), .seed = request.seed};
}

}  // namespace

ExplorationPlan plan_exploration(const ExplorationRequest& request) {
  switch (request.strategy) {
    case StrategyKind::automatic:
      if (request.preemptions) return {{bounded_stage(request.preemptions), further_stage(request)}};
      return {{bounded_stage(kMostPreemptions),
               {.strategy = StrategyKind::random, .seed = request.seed},
               {.strategy = StrategyKind::pct, .seed = request.seed},
               {}},
              true};
    case StrategyKind::bounded: return {{bounded_stage(request.preemptions)}};
    case StrategyKind::random:
    case StrategyKind::pct:
    case StrategyKind::pos:
    case StrategyKind::surw:
    case StrategyKind::guided: return {{sampling_stage(request)}};
    case StrategyKind::dpor:
    case StrategyKind::serial: break;
  }
  return {{PlannedStage{}}};
}

Stage stage_of(const PlannedStage& planned) {
  Stage stage;
  stage.strategy = planned.strategy;
  if (planned.preemptions)
    stage.bound = fmt::format("{} preemption{}", *planned.preemptions, *planned.preemptions == 1 ? "" : "s");
  if (planned.samples != 0)
    stage.bound = fmt::format("{} executions with seed {}", planned.samples, planned.seed);
  return stage;
}

}  // namespace linnet

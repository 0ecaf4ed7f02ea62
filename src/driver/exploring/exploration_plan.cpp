// The plan for each --strategy.
#include "driver/exploring/exploration_plan.hpp"

#include <span>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet {

double seconds_beyond(const ExplorationRequest& request) {
  constexpr double kFurtherSeconds = 1;
  return request.further_seconds.value_or(kFurtherSeconds);
}

namespace {

constexpr std::uint64_t kSamples = 10'000;     // where no number was asked for
constexpr std::uint32_t kMostPreemptions = 2;  // of bounded, where others go beyond it
// Under a memory model. The last one has the first turn: small spaces are finished before the others cost anything.
constexpr StrategyKind kTakeTurnsInGraphs[] = {StrategyKind::random, StrategyKind::pct, StrategyKind::graphs};

PlannedStage bounded_stage(std::optional<std::uint32_t> preemptions) {
  return {.strategy = StrategyKind::bounded, .preemptions = preemptions};
}

PlannedStage further_stage(const ExplorationRequest& request) {
  PlannedStage planned{.beyond_plan = true};
  if (!request.seconds || request.further_seconds) planned.seconds = seconds_beyond(request);
  return planned;
}

std::vector<PlannedStage> stages_in_turns(std::span<const StrategyKind> strategies, std::uint64_t seed) {
  std::vector<PlannedStage> stages;
  for (const StrategyKind strategy : strategies) {
    if (strategy == StrategyKind::bounded) {
      stages.push_back(bounded_stage(kMostPreemptions));
    } else {
      stages.push_back({.strategy = strategy, .seed = seed});
    }
  }
  return stages;
}

PlannedStage sampling_stage(const ExplorationRequest& request) {
  return {
      .strategy = request.strategy, .samples = request.executions.value_or(kSamples), .seed = request.seed};
}

}  // namespace

std::string_view only_for_interleavings(const ExplorationRequest& request) {
  if (request.execution.isolate) return "--isolate=fork";
  if (request.execution.crashes.value_or(0) != 0) return "--crashes";
  if (request.execution.shared_clock) return "--clock=shared";
  if (request.preemptions) return "--preemptions";
  if (request.count_conflict_cycles) return "--experiment conflict-serializability";
  if (!request.suppressions.empty()) return "--suppressions";
  if (!request.output.empty()) return "--histories";
  return "";
}

std::optional<MemoryModel> model_asked(const ExplorationRequest& request) {
  const MemoryModel model = request.memory_model.value_or(
      request.strategy == StrategyKind::graphs ? MemoryModel::c11 : MemoryModel::sc);
  if (model == MemoryModel::sc && request.strategy != StrategyKind::graphs) return std::nullopt;
  if (request.strategy == StrategyKind::dpor || request.strategy == StrategyKind::bounded)
    throw InputError(
        fmt::format("--strategy {} explores interleavings, which are the memory model sc; expected graphs, "
                    "random or pct with "
                    "--memory-model {}",
                    name_of(request.strategy), name_of(model)));
  if (const std::string_view option = only_for_interleavings(request); !option.empty())
    throw InputError(
        fmt::format("--strategy graphs and --memory-model {}: {} is only there for interleavings",
                    name_of(model), option));
  return model;
}

Turns turns_of(const ExplorationPlan& plan, const ExplorationRequest& request) {
  const PlannedStage& last = plan.stages.back();
  if (plan.in_turns) {
    // What visits every graph comes before samples of graphs.
    const std::size_t opens = last.strategy == StrategyKind::graphs ? plan.stages.size() - 1 : 0;
    return Turns::shared(plan.stages.size(), opens, request.executions);
  }
  const bool has_end_of_its_own = last.samples != 0 || last.seconds;
  return Turns::one_after_the_other(plan.stages.size(),
                                    has_end_of_its_own ? std::nullopt : request.executions);
}

ExplorationPlan plan_exploration(const ExplorationRequest& request) {
  switch (request.strategy) {
    case StrategyKind::automatic:
      if (model_asked(request)) return {stages_in_turns(kTakeTurnsInGraphs, request.seed), true};
      if (request.preemptions) return {{bounded_stage(request.preemptions), further_stage(request)}};
      return {stages_in_turns(kTakeTurns, request.seed), true};
    case StrategyKind::bounded: return {{bounded_stage(request.preemptions)}};
    case StrategyKind::random:
    case StrategyKind::pct:
    case StrategyKind::pos:
    case StrategyKind::surw:
    case StrategyKind::guided: return {{sampling_stage(request)}};
    case StrategyKind::graphs: return {{{.strategy = StrategyKind::graphs}}};
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

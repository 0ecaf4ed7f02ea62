// The plan for each --strategy.
#include "driver/exploring/exploration_plan.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "explore/bounded.hpp"
#include "explore/pct.hpp"
#include "explore/random.hpp"

namespace linnet {

namespace {

constexpr std::uint64_t kSamples = 10'000;  // where no number was asked for
constexpr std::uint64_t kMostPreliminary = 10'000;
constexpr double kMostPreliminarySeconds = 0.5;
constexpr double kPreliminaryShare = 0.05;
constexpr double kFurtherSeconds = 1;  // where no time was asked for

PlannedStage dpor_stage() {
  PlannedStage planned;
  auto strategy = std::make_unique<DporStrategy>();
  planned.stage.strategy = "dpor";
  planned.dpor = strategy.get();
  planned.describe = [dpor = strategy.get()](Stage& stage) {
    stage.executions = dpor->statistics().executions;
    stage.blocked = dpor->statistics().blocked;
    stage.redundant = dpor->statistics().redundant;
    stage.complete = stage.finished && dpor->complete();
  };
  planned.strategy = std::move(strategy);
  return planned;
}

PlannedStage bounded_stage(std::optional<std::uint32_t> preemptions) {
  PlannedStage planned;
  auto strategy = std::make_unique<BoundedStrategy>(0, preemptions.value_or(BoundedStrategy::kNoBound));
  planned.stage.strategy = "bounded";
  if (preemptions)
    planned.stage.bound = fmt::format("{} preemption{}", *preemptions, *preemptions == 1 ? "" : "s");
  planned.describe = [bounded = strategy.get()](Stage& stage) {
    stage.redundant = bounded->repeated();
    stage.complete = stage.finished && bounded->complete();
  };
  planned.strategy = std::move(strategy);
  return planned;
}

PlannedStage preliminary_stage(const ExplorationRequest& request) {
  PlannedStage planned = bounded_stage(2);
  const auto share = [](auto whole) { return kPreliminaryShare * static_cast<double>(whole); };
  planned.share_of_executions = kMostPreliminary;
  planned.share_of_seconds = kMostPreliminarySeconds;
  if (request.executions) {
    planned.share_of_executions =
        std::min(kMostPreliminary, static_cast<std::uint64_t>(share(*request.executions)));
  }
  if (request.seconds) planned.share_of_seconds = std::min(kMostPreliminarySeconds, share(*request.seconds));
  return planned;
}

PlannedStage further_stage(const ExplorationRequest& request) {
  PlannedStage planned = dpor_stage();
  planned.beyond_plan = true;
  if (!request.seconds || request.further_seconds) {
    planned.share_of_executions = std::numeric_limits<std::uint64_t>::max();
    planned.share_of_seconds = request.further_seconds.value_or(kFurtherSeconds);
  }
  return planned;
}

template <class Sampling>
PlannedStage sampling_stage(const ExplorationRequest& request) {
  PlannedStage planned;
  const std::uint64_t samples = request.executions.value_or(kSamples);
  planned.strategy = std::make_unique<Sampling>(request.seed, samples);
  planned.stage.strategy = request.strategy;
  planned.stage.bound = fmt::format("{} executions with seed {}", samples, request.seed);
  return planned;
}

}  // namespace

std::vector<PlannedStage> plan_stages(const ExplorationRequest& request) {
  std::vector<PlannedStage> stages;
  if (request.strategy == "auto" && request.preemptions) {
    stages.push_back(bounded_stage(request.preemptions));
    stages.push_back(further_stage(request));
  } else if (request.strategy == "auto") {
    stages.push_back(preliminary_stage(request));
    stages.push_back(dpor_stage());
  } else if (request.strategy == "dpor") {
    stages.push_back(dpor_stage());
  } else if (request.strategy == "bounded") {
    stages.push_back(bounded_stage(request.preemptions));
  } else if (request.strategy == "random") {
    stages.push_back(sampling_stage<RandomStrategy>(request));
  } else if (request.strategy == "pct") {
    stages.push_back(sampling_stage<PctStrategy>(request));
  } else {
    throw InputError("unknown strategy " + request.strategy + "; there are auto, dpor, bounded, random, pct");
  }
  return stages;
}

}  // namespace linnet

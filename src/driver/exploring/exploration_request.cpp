// A request as words of a command line.
#include "driver/exploring/exploration_request.hpp"

#include <fmt/format.h>

#include "driver/checking/criteria.hpp"

namespace linnet {

std::vector<std::string> execution_options(const ExplorationRequest& request) {
  const ExplorationRequest usual;
  std::vector<std::string> words;
  if (request.allocation != usual.allocation) words.push_back("--allocation=" + request.allocation);
  if (request.spurious) words.emplace_back("--spurious");
  if (request.spin != usual.spin) words.push_back(fmt::format("--spin={}", request.spin));
  if (request.races != usual.races) words.push_back("--races=" + request.races);
  if (request.leaks) words.emplace_back("--leaks");
  if (request.crashes) words.push_back(fmt::format("--crashes={}", *request.crashes));
  if (request.all_crashes) words.emplace_back("--all-crashes");
  if (!request.test.empty()) words.push_back("--test=" + request.test);
  if (!request.scenario.empty()) words.push_back("--scenario=" + request.scenario);
  for (std::string& word : criterion_words(request.check)) words.push_back(std::move(word));
  if (!request.check.algorithm.empty()) words.push_back("--algorithm=" + request.check.algorithm);
  if (!request.from_observations.empty()) words.push_back("--from-observations=" + request.from_observations);
  for (const std::string& argument : request.arguments) words.push_back("--arg=" + argument);
  return words;
}

namespace {

void add_generation(const GenerationRequest& generation, std::vector<std::string>& words) {
  const GenerationRequest usual;
  if (generation.all) words.emplace_back("--auto");
  if (generation.random) words.push_back(fmt::format("--random={}", *generation.random));
  if (generation.threads != usual.threads) words.push_back(fmt::format("--threads={}", generation.threads));
  if (generation.operations != usual.operations)
    words.push_back(fmt::format("--ops={}", generation.operations));
  if (!generation.init.empty()) words.push_back("--init=" + generation.init);
  if (!generation.final.empty()) words.push_back("--final=" + generation.final);
  if (!generation.drain.empty()) words.push_back("--drain=" + generation.drain);
  if (generation.jobs != usual.jobs) words.push_back(fmt::format("--jobs={}", generation.jobs));
  if (!generation.shard.empty()) words.push_back("--shard=" + generation.shard);
}

}  // namespace

std::vector<std::string> all_options(const ExplorationRequest& request) {
  std::vector<std::string> words = execution_options(request);
  const auto add = [&words](std::string_view name, const auto& value) {
    if (value) words.push_back(fmt::format("--{}={}", name, *value));
  };
  words.push_back("--strategy=" + request.strategy);
  add("executions", request.executions);
  if (request.seconds) words.push_back(fmt::format("--time={}s", *request.seconds));
  add("memory", request.memory);
  words.push_back(fmt::format("--seed={}", request.seed));
  add("preemptions", request.preemptions);
  if (request.further_seconds) words.push_back(fmt::format("--further={}s", *request.further_seconds));
  if (request.serial != ExplorationRequest().serial) words.push_back("--serial=" + request.serial);
  add_generation(request.generation, words);
  if (!request.output.empty()) words.push_back("--output=" + request.output);
  if (!request.observations.empty()) words.push_back("--observations=" + request.observations);
  if (request.isolate != "no") words.push_back("--isolate=" + request.isolate);
  if (request.keep_going) words.emplace_back("--keep-going");
  if (!request.checkpoint.empty()) words.push_back("--checkpoint=" + request.checkpoint);
  if (!request.resume.empty()) words.push_back("--resume=" + request.resume);
  if (!request.replay.empty()) words.push_back("--replay=" + request.replay);
  return words;
}

}  // namespace linnet

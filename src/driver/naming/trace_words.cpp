// Puts together what is said about a failure.
#include "driver/naming/trace_words.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "driver/naming/crash_words.hpp"
#include "driver/naming/ending_words.hpp"
#include "driver/naming/step_words.hpp"
#include "driver/naming/words.hpp"
#include "symbols/source_excerpts.hpp"

namespace linnet {

namespace {

// Where the block that contains the address was allocated and freed, as far as that is known.
void add_block(std::uint64_t address, const SeenExecution& seen, const Words& words,
               std::vector<NamedPlace>& places) {
  const auto holds = [&](const HeapBlock& block) {
    return address - block.address < std::max<std::uint64_t>(block.size, 1) && !block.where.empty();
  };
  for (const std::vector<HeapBlock>* blocks : {&seen.ending.blocks, &seen.trace.blocks}) {
    const auto block = std::ranges::find_if(*blocks, holds);
    if (block == blocks->end()) continue;
    if (block->address == seen.trace.object) return;  // the test makes it, and destroys it
    std::vector<CodePlace> where = words.places(block->where);
    places.push_back({fmt::format("thread {} allocated {}, {} bytes,{}", block->thread,
                                  words.block(block->address), block->size, at(where)),
                      std::move(where)});
    break;
  }
  for (const TracedStep& step : seen.trace.steps) {
    const auto frees = [&](const TracedAccess& traced) {
      return traced.frees && address - traced.access.address < traced.access.size;
    };
    if (!std::ranges::any_of(step.accesses, frees)) continue;
    std::vector<CodePlace> where = words.places(step.where);
    places.push_back({fmt::format("thread {} freed it{}", step.thread, at(where)), std::move(where)});
  }
}

// What could have ordered the two accesses.
std::string missing_order(const runtime::DataRace& race) {
  if (race.earlier.frees || race.later.frees)
    return "Joining the thread that uses the block, or counting its users, would order them.";
  return "A lock held by both, or an atomic stored with release and read with acquire, would order them.";
}

void add_race(const runtime::DataRace& race, const SeenExecution& seen, const Words& words,
              Failure& failure) {
  for (const runtime::RacingAccess* access : {&race.earlier, &race.later}) {
    std::vector<CodePlace> where = words.places(access->where);
    failure.details.push_back(
        fmt::format("thread {} {} {} bytes{}{}", access->thread, doing(*access), access->access.size,
                    at(where), access->not_instrumented ? ", in code that is not instrumented" : ""));
    failure.places.push_back({failure.details.back(), std::move(where)});
  }
  failure.details.push_back(missing_order(race));
  add_block(race.later.access.address, seen, words, failure.places);
}

}  // namespace

// The source around all places that the steps and the ending name. The program itself is the first module.
static std::vector<SourceExcerpt> source_of(const Failure& failure,
                                            const std::vector<LoadedModule>& modules) {
  if (modules.empty()) return {};
  std::error_code error;
  const auto compiled = std::filesystem::last_write_time(modules.front().file, error);
  if (error) return {};
  std::vector<CodePlace> places = failure.where;
  for (const NamedStep& step : failure.steps)
    places.insert(places.end(), step.where.begin(), step.where.end());
  for (const NamedPlace& place : failure.places)
    places.insert(places.end(), place.where.begin(), place.where.end());
  return excerpts_around(places, compiled);
}

Failure in_words(EndingKind kind, const SeenExecution& seen) {
  const Words words(seen);
  const runtime::ExecutionEnding& ending = seen.ending;
  const Trace& trace = seen.trace;
  Failure failure;
  failure.kind = kind;
  failure.thread = ending.thread;
  failure.where = words.places(ending);
  failure.sentence = sentence_of(ending, words);
  if (trace.left_out > 0)
    failure.details.push_back(fmt::format(
        "the steps are those of its beginning and its end; {} in between are not shown", trace.left_out));
  failure.steps = steps_in_words(seen, words);
  if (const auto* race = std::get_if<runtime::DataRace>(&ending.what)) add_race(*race, seen, words, failure);
  if (const auto* misuse = std::get_if<runtime::MemoryMisuse>(&ending.what))
    add_block(misuse->block != 0 ? misuse->block : misuse->address, seen, words, failure.places);
  if (const auto* leak = std::get_if<runtime::Leak>(&ending.what)) {
    for (const runtime::LeakedBlock& block : leak->blocks) {
      failure.details.push_back(fmt::format("thread {} allocated {} bytes{}", block.thread, block.size,
                                            at(words.places(block.where))));
    }
  }
  if (const auto* deadlock = std::get_if<runtime::Deadlock>(&ending.what)) {
    for (const runtime::Waiting& w : deadlock->waiting) {
      failure.details.push_back(
          fmt::format("thread {} waits {}{}", w.thread, waits_in_words(w, words), at(words.places(w.where))));
    }
  }
  for (const runtime::PowerFailure& crash : seen.power_failures) {
    const std::vector<std::string> losses = losses_in_words(crash, seen.to_blame, words);
    failure.details.insert(failure.details.end(), losses.begin(), losses.end());
    const auto number = static_cast<std::uint32_t>(failure.machine_crashes.size() + 1);
    failure.machine_crashes.push_back(in_words(crash, number, seen.to_blame, words));
  }
  failure.source = source_of(failure, seen.modules);
  return failure;
}

}  // namespace linnet

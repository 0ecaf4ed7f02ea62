// RaceWatch: the report of a race, and the places that are steps.
#include "runtime/races/race_watch.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

RacingAccess describe(const EarlierAccess& earlier) {
  const ShadowStack& calls = find_thread(earlier.thread)->calls;
  return {.thread = earlier.thread,
          .access = earlier.access,
          .atomic = earlier.kind.atomic,
          .frees = earlier.kind.frees,
          .not_instrumented = is_watched(earlier.place.pc),
          .place = code_place(earlier.place.pc),
          .where = calls.innermost_first_at(earlier.place.calls, earlier.place.pc),
          .moment = earlier.place.calls};
}

bool insert(std::vector<CodeOffset>& places, CodeOffset place) {
  const auto at = std::lower_bound(places.begin(), places.end(), place);
  if (at != places.end() && *at == place) return false;
  places.insert(at, place);
  return true;
}

// What a library does with the threads that it starts, and when it frees what its callers share, is ordered by atomics of its own.
// A race that rests on it is none that we could know of.
void check_is_seen(std::string_view call, const void* place) {
  const std::string_view library = unwatched_library(reinterpret_cast<std::uint64_t>(place));
  if (library.empty()) return;
  fail_unsupported(
      std::string(call) + " in " + std::string(library) + ", where what orders the threads is not seen",
      place);
}

// glib starts threads, too, and hands over what they work on with locks that are seen.
bool are_locks_seen(const void* code) {
  return unwatched_library(reinterpret_cast<std::uint64_t>(code)).starts_with("libglib");
}

void check_is_seen(ThreadNumber thread, bool frees, std::uint64_t pc) {
  if (frees) check_is_seen("free", reinterpret_cast<const void*>(pc));
  const auto start = reinterpret_cast<const void*>(find_thread(thread)->start);
  if (thread != 0 && !are_locks_seen(start)) check_is_seen("pthread_create", start);
}

}  // namespace

bool add_places(const DataRace& race, Races races, std::vector<CodeOffset>& racy_places) {
  bool is_new = false;
  for (const RacingAccess* access : {&race.earlier, &race.later}) {
    if (races == Races::explore || (access->not_instrumented && !access->atomic))
      is_new |= insert(racy_places, access->place);
  }
  return is_new;
}

bool RaceWatch::is_known_place(std::uint64_t pc) const {
  return std::binary_search(racy_places_.begin(), racy_places_.end(), code_place(pc));
}

std::vector<MemoryRange>& benign_races_of_constructors() {
  static constinit std::vector<MemoryRange> ranges;
  return ranges;
}

void RaceWatch::start_execution(std::optional<std::uint32_t> repeated) {
  mode_ = debugger_listens() ? Mode::tells_debugger : Mode::looks;
  first_new_step_ = repeated;
  if (repeated && take_back(*repeated)) {
    mode_ = Mode::rests;
    benign_at_mark_.resize(*repeated + 1);
    benign_.resize(benign_at_mark_.back());
    return;
  }
  if (repeated) first_new_step_ = 0;  // it looks at the repeated ones once more
  RaceDetector::start_execution();
  benign_ = benign_races_of_constructors();
  benign_at_mark_.clear();
}

void RaceWatch::make_mark() {
  mark();
  benign_at_mark_.push_back(benign_.size());
}

void RaceWatch::add_benign(const MemoryRange& range) {
  if (mode_ != Mode::rests) benign_.push_back(range);
}

bool RaceWatch::is_benign(const Access& access) const {
  return std::ranges::any_of(benign_, [&](const MemoryRange& range) {
    return range.low <= access.address && access.address + access.size <= range.high;
  });
}

void RaceWatch::report(const Access& access, AccessKind kind, std::uint64_t pc) {
  check_is_seen(earlier().thread, earlier().kind.frees, earlier().place.pc);
  check_is_seen(self().number, kind.frees, pc);
  DataRace race;
  {
    const OutsideProgram outside;
    race.earlier = describe(earlier());
    race.later = {.thread = self().number,
                  .access = access,
                  .atomic = kind.atomic,
                  .frees = kind.frees,
                  .not_instrumented = is_watched(pc),
                  .place = code_place(pc),
                  .where = self().calls.innermost_first(pc),
                  .moment = self().calls.moment()};
  }
  fail(std::move(race), reinterpret_cast<const void*>(pc));
}

void RaceWatch::report_unordered(const Thread& thread, const Access& access, std::uint64_t pc) {
  DataRace race;
  {
    const OutsideProgram outside;
    race.later = {.thread = thread.number,
                  .access = access,
                  .not_instrumented = true,
                  .place = code_place(pc),
                  .where = thread.calls.innermost_first(pc),
                  .moment = thread.calls.moment()};
    race.earlier = race.later;
  }
  fail(std::move(race), reinterpret_cast<const void*>(pc));
}

}  // namespace linnet::runtime

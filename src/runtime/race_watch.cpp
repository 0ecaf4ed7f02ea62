#include "runtime/race_watch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/execution.hpp"
#include "runtime/module.hpp"
#include "runtime/thread_table.hpp"

namespace linnet::runtime {
namespace {

constexpr std::uint32_t kMostPlainAccesses = 1 << 16;  // of a thread between two steps

RacingAccess describe(const EarlierAccess& earlier) {
  const ShadowStack& calls = find_thread(earlier.thread)->calls;
  return {.thread = earlier.thread,
          .access = earlier.access,
          .atomic = earlier.kind.atomic,
          .frees = earlier.kind.frees,
          .place = code_place(earlier.place.pc),
          .where = calls.innermost_first_at(earlier.place.calls, earlier.place.pc)};
}

bool insert(std::vector<CodeOffset>& places, CodeOffset place) {
  const auto at = std::lower_bound(places.begin(), places.end(), place);
  if (at != places.end() && *at == place) return false;
  places.insert(at, place);
  return true;
}

}  // namespace

bool add_places(const DataRace& race, std::vector<CodeOffset>& racy_places) {
  const bool earlier_is_new = insert(racy_places, race.earlier.place);
  return insert(racy_places, race.later.place) || earlier_is_new;
}

RaceWatch::RaceWatch(const RuntimeOptions& options, MemoryObserver* other)
    : options_(options), other_(other) {}

bool RaceWatch::is_racy(std::uint64_t pc) const {
  return options_.races == Races::explore &&
         std::binary_search(options_.racy_places.begin(), options_.racy_places.end(), code_place(pc));
}

AccessPlace RaceWatch::here(std::uint64_t pc) const {
  return {pc, self().calls.moment(), is_racy(pc)};
}

[[noreturn]] void RaceWatch::report(const Access& access, AccessKind kind, std::uint64_t pc) {
  DataRace race;
  {
    const OutsideProgram outside;
    race.earlier = describe(detector_.earlier());
    race.later = {.thread = self().number,
                  .access = access,
                  .atomic = kind.atomic,
                  .frees = kind.frees,
                  .place = code_place(pc),
                  .where = self().calls.innermost_first(pc)};
  }
  fail(std::move(race), reinterpret_cast<const void*>(pc));
}

void RaceWatch::execution_starts() {
  detector_.start_execution();
  if (other_ != nullptr) other_->execution_starts();
}

bool RaceWatch::is_step(const Access& access, std::uint64_t pc) {
  Thread& thread = self();
  if (++thread.plain_accesses > kMostPlainAccesses) [[unlikely]] {
    thread.plain_accesses = 0;
    return true;
  }
  if (is_racy(pc)) return true;
  return other_ != nullptr && other_->is_step(access, pc);
}

void RaceWatch::plain(ThreadNumber thread, const Access& access, std::uint64_t pc) {
  if (other_ != nullptr) other_->plain(thread, access, pc);
  if (detector_.plain(thread, access, here(pc))) [[unlikely]]
    report(access, {.writes = access.writes}, pc);
}

void RaceWatch::atomic(ThreadNumber thread, const Access& access, AtomicKind kind, int order,
                       std::uint64_t pc) {
  if (other_ != nullptr) other_->atomic(thread, access, kind, order, pc);
  if (detector_.atomic(thread, access, kind, order, here(pc))) [[unlikely]]
    report(access, {.writes = access.writes, .atomic = true}, pc);
}

void RaceWatch::fence(ThreadNumber thread, int order) {
  if (other_ != nullptr) other_->fence(thread, order);
  detector_.fence(thread, order);
}

void RaceWatch::acquires(ThreadNumber thread, std::uint64_t object) {
  if (other_ != nullptr) other_->acquires(thread, object);
  detector_.acquires(thread, object);
}

void RaceWatch::releases(ThreadNumber thread, std::uint64_t object) {
  if (other_ != nullptr) other_->releases(thread, object);
  detector_.releases(thread, object);
}

void RaceWatch::allocated(ThreadNumber thread, std::uint64_t address, std::uint64_t size) {
  if (other_ != nullptr) other_->allocated(thread, address, size);
}

void RaceWatch::freed(ThreadNumber thread, const Access& block, std::uint64_t pc) {
  if (other_ != nullptr) other_->freed(thread, block, pc);
  if (detector_.freed(thread, block, here(pc))) [[unlikely]]
    report(block, {.writes = true, .frees = true}, pc);
}

void RaceWatch::took(const Step& step, std::uint64_t pc) {
  self().plain_accesses = 0;
  if (other_ != nullptr) other_->took(step, pc);
}

}  // namespace linnet::runtime

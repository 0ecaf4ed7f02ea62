// The kind of each ending, and the place by which failures are distinguished.
#include "protocol/execution_ending.hpp"

#include "base/hash.hpp"

namespace linnet::runtime {
namespace {

struct KindOf {
  EndingKind operator()(const Completed& c) const {
    return c.status == 0 ? EndingKind::completed : EndingKind::exit;
  }
  EndingKind operator()(const Deadlock& d) const {
    return d.stuck() ? EndingKind::stuck : EndingKind::deadlock;
  }
  EndingKind operator()(const DataRace&) const { return EndingKind::data_race; }
  EndingKind operator()(const Crash&) const { return EndingKind::crash; }
  EndingKind operator()(const FailedAssertion&) const { return EndingKind::assertion; }
  EndingKind operator()(const UncaughtException&) const { return EndingKind::exception; }
  EndingKind operator()(const MemoryMisuse& m) const {
    switch (m.kind) {
      case Misuse::use_after_free: return EndingKind::use_after_free;
      case Misuse::double_free: return EndingKind::double_free;
      case Misuse::invalid_free: return EndingKind::invalid_free;
      case Misuse::heap_overflow: return EndingKind::heap_overflow;
      case Misuse::uninitialized_read: return EndingKind::uninitialized_read;
      case Misuse::use_after_return: return EndingKind::use_after_return;
    }
    __builtin_unreachable();
  }
  EndingKind operator()(const Leak&) const { return EndingKind::leak; }
  EndingKind operator()(const BadAllocation&) const { return EndingKind::bad_allocation; }
  EndingKind operator()(const LockMisuse&) const { return EndingKind::lock_misuse; }
  EndingKind operator()(const LimitReached&) const { return EndingKind::limit; }
  EndingKind operator()(const Unsupported&) const { return EndingKind::unsupported; }
  EndingKind operator()(const WaitsOutside&) const { return EndingKind::unsupported; }
  EndingKind operator()(const Nondeterminism&) const { return EndingKind::nondeterminism; }
  EndingKind operator()(const Abandoned&) const { return EndingKind::abandoned; }
};

}  // namespace

EndingKind kind_of(const ExecutionEnding& ending) {
  return std::visit(KindOf{}, ending.what);
}

std::vector<std::uint64_t> addresses_in(const ExecutionEnding& ending) {
  std::vector<std::uint64_t> found;
  if (const auto* race = std::get_if<DataRace>(&ending.what)) {
    found = {race->later.access.address, race->earlier.access.address};
  } else if (const auto* misuse = std::get_if<MemoryMisuse>(&ending.what)) {
    found = {misuse->block, misuse->address};
  } else if (const auto* lock = std::get_if<LockMisuse>(&ending.what)) {
    found = {lock->object};
  }
  return found;
}

std::uint64_t place_of(const ExecutionEnding& ending) {
  if (const auto* deadlock = std::get_if<Deadlock>(&ending.what)) {
    std::uint64_t sum = 0;  // in whatever order they are waiting
    for (const Waiting& w : deadlock->waiting) sum += mix(w.where.empty() ? 0 : w.where.front());
    return sum;
  }
  if (const auto* race = std::get_if<DataRace>(&ending.what)) {
    return mix(race->earlier.place) + mix(race->later.place);  // whichever came first
  }
  return ending.where.empty() ? 0 : ending.where.front();
}

}  // namespace linnet::runtime

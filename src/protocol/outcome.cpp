// The word of the contract for each outcome.
#include "protocol/outcome.hpp"

#include "base/hash.hpp"

namespace linnet::runtime {
namespace {

struct KindOf {
  std::string_view operator()(const Completed& c) const { return c.status == 0 ? "completed" : "exit"; }
  std::string_view operator()(const Deadlock& d) const { return d.stuck() ? "stuck" : "deadlock"; }
  std::string_view operator()(const DataRace&) const { return "data-race"; }
  std::string_view operator()(const Crash&) const { return "crash"; }
  std::string_view operator()(const FailedAssertion&) const { return "assertion"; }
  std::string_view operator()(const UncaughtException&) const { return "exception"; }
  std::string_view operator()(const MemoryMisuse& m) const {
    switch (m.kind) {
      case Misuse::use_after_free: return "use-after-free";
      case Misuse::double_free: return "double-free";
      case Misuse::invalid_free: return "invalid-free";
    }
    __builtin_unreachable();
  }
  std::string_view operator()(const Leak&) const { return "leak"; }
  std::string_view operator()(const LimitReached&) const { return "limit"; }
  std::string_view operator()(const Unsupported&) const { return "unsupported"; }
  std::string_view operator()(const Nondeterminism&) const { return "nondeterminism"; }
  std::string_view operator()(const Abandoned&) const { return "abandoned"; }
};

}  // namespace

std::string_view kind_of(const Outcome& outcome) {
  return std::visit(KindOf{}, outcome.what);
}

std::uint64_t place_of(const Outcome& outcome) {
  if (const auto* deadlock = std::get_if<Deadlock>(&outcome.what)) {
    std::uint64_t sum = 0;  // in whatever order they are waiting
    for (const Waiting& w : deadlock->waiting) sum += mix(w.where.empty() ? 0 : w.where.front());
    return sum;
  }
  if (const auto* race = std::get_if<DataRace>(&outcome.what)) {
    return mix(race->earlier.place) + mix(race->later.place);  // whichever came first
  }
  return outcome.where.empty() ? 0 : outcome.where.front();
}

}  // namespace linnet::runtime

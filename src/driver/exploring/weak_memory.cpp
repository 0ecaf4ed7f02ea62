// explore_as_the_program_needs: two explorations with one result.
#include "driver/exploring/weak_memory.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "driver/exploring/exploration_plan.hpp"

namespace linnet {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Whether the user left the memory model open, and memory models support everything that the request asks
// for. A race has no meaning in C++, so what it leads to is looked for in interleavings, unless a model is asked for.
bool may_choose(const Subject& subject, const ExplorationRequest& request) {
  return request.strategy == StrategyKind::automatic && !request.memory_model &&
         request.execution.races != runtime::Races::explore && !request.generation.asked() &&
         only_for_interleavings(request).empty() &&
         (subject.test == nullptr || subject.test->most_crashes() == 0);
}

std::string under_sc(const ExploredProgram& sc) {
  if (sc.complete()) return "all executions under sc passed";
  return "under sc, which was not explored to the end, nothing was wrong";
}

// Whether graphs give an answer that interleavings do not: a failure that can be replayed, a complete pass,
// or a limit. If interleavings were explored only within a bound, the limit for graphs was set here and not
// by the user, and says nothing.
bool decides(const ExploredProgram& c11, bool limit_is_ours) {
  const bool fails = std::ranges::any_of(
      c11.failures, [](const Failure& failure) { return failure.kind != EndingKind::nondeterminism; });
  return fails || (c11.failures.empty() && (c11.complete() || (c11.stopped && !limit_is_ours)));
}

std::string why_undecided(const ExploredProgram& c11) {
  if (!c11.reason.empty()) return c11.reason;
  return c11.failures.empty() ? "not all of its graphs can be explored" : c11.failures.front().sentence;
}

ExploredProgram joined(ExploredProgram sc, ExploredProgram c11, bool limit_is_ours) {
  if (!decides(c11, limit_is_ours)) {
    sc.not_in_c11 = why_undecided(c11);
    sc.seconds += c11.seconds;
    sc.cpu_seconds += c11.cpu_seconds;
    return sc;
  }
  if (c11.failures.empty() && c11.stopped)
    c11.reason = fmt::format("{} while it was explored under c11; {}", c11.reason, under_sc(sc));
  c11.stages.insert(c11.stages.begin(), sc.stages.begin(), sc.stages.end());
  c11.histories -= sc.histories;  // the judge has met those of both
  c11.longest = std::max(c11.longest, sc.longest);
  c11.seconds += sc.seconds;
  c11.cpu_seconds += sc.cpu_seconds;
  return c11;
}

}  // namespace

ExploredProgram explore_as_the_program_needs(const Subject& subject, const ExplorationRequest& request,
                                             const ExplorationRequest& plan, const ExplorationWatch& watch) {
  const Clock::time_point start = Clock::now();
  ExploredProgram sc = explore(subject, plan, watch);
  const bool more = sc.status() == ExitStatus::pass && !sc.weak_orders.empty();
  if (!more || !may_choose(subject, request)) return sc;
  ExplorationRequest weak = request;
  weak.strategy = StrategyKind::automatic;
  weak.memory_model = MemoryModel::c11;
  if (weak.seconds) *weak.seconds = std::max(0.0, *weak.seconds - seconds_since(start));
  const double further = seconds_beyond(request);
  const bool limit_is_ours = !sc.complete() && weak.seconds.value_or(further) >= further;
  if (limit_is_ours) weak.seconds = further;
  Subject graphs = subject;
  graphs.part = ", under c11";
  ExploredProgram c11 = explore(graphs, weak, watch);
  return joined(std::move(sc), std::move(c11), limit_is_ours && !watch.interrupted());
}

}  // namespace linnet

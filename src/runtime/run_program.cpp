// The loop over executions.
#include "runtime/run_program.hpp"

#include <sys/single_threaded.h>

#include <optional>

#include "runtime/execution.hpp"
#include "runtime/fibers/thread_table.hpp"
#include "runtime/fibers/unordered_looks.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/graphs/orders_at_places.hpp"
#include "runtime/hooks/signals.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/libraries/loading.hpp"
#include "runtime/memory/standard_streams.hpp"
#include "runtime/operations.hpp"
#include "runtime/persistence/persistence.hpp"
#include "runtime/program.hpp"
#include "runtime/races/race_watch.hpp"
#include "runtime/races/weak_orders.hpp"

namespace linnet::runtime {
namespace {

// libstdc++'s last output is the only place that has the message of an exception of another C++ runtime.
void add_exception_text(ExecutionEnding& ending, std::string_view output) {
  auto* exception = std::get_if<UncaughtException>(&ending.what);
  constexpr std::string_view kBefore = "  what():  ";
  const std::size_t start = output.rfind(kBefore);
  if (exception == nullptr || start == output.npos) return;
  const std::string_view rest = output.substr(start + kBefore.size());
  exception->what = rest.substr(0, rest.find('\n'));
}

}  // namespace

RunReport run_program(Strategy& strategy, const RuntimeOptions& options, const ExecutionListener& ended,
                      ModelledMemory* memory) {
  standard_output().start();
  standard_input().start();
  install_signal_handlers(options.longest_step);
  watch_code();
  __libc_single_threaded = false;  // shared_ptr reads it, and would count without atomics
  load_libraries_first(options);
  trap_system_calls();
  program().take_snapshot();
  std::optional<RaceWatch> races;
  if (options.races != Races::off) races.emplace(options);
  current.races = races ? &*races : nullptr;
  std::optional<Persistence> persistence;
  const std::uint32_t crashes = options.crashes.value_or(crashes_of_chosen_test());
  if (crashes != 0) persistence.emplace(crashes, options);
  current.persistence = persistence ? &*persistence : nullptr;
  std::optional<GraphMemory> graph;
  if (memory != nullptr) graph.emplace(*memory);
  current.graph = graph ? &*graph : nullptr;
  orders_at_places().start(options.order_changes);

  RunReport report;
  Execution execution(strategy, options);
  while (report.stopped == Stopped::by_strategy && strategy.next_execution()) {
    standard_input().rewind();
    auto [ending, steps] = options.isolate ? run_in_child(strategy, options) : execution.run();
    strategy.finished(ending_of(ending));
    const bool well = std::holds_alternative<Completed>(ending.what);
    const std::string_view output =
        standard_output().take(well ? OutputCapture::Look::briefly : OutputCapture::Look::closely);
    add_exception_text(ending, output);
    const bool tainted = ending.process_is_tainted;
    const ExecutionReport one{
        report.executions, steps, std::move(ending),
        persistence ? std::span(persistence->power_failures()) : std::span<PowerFailure>(), output};
    ++report.executions;
    if (ended(one) == Next::stop) {
      report.stopped = Stopped::by_listener;
    } else if (tainted && !options.go_on_after_signal) {
      report.stopped = Stopped::by_signal;
    }
  }
  stop_step_clock();
  allow_time_stamps();
  current.races = nullptr;
  current.persistence = nullptr;
  current.graph = nullptr;
  current.execution = nullptr;
  return report;
}

std::vector<std::pair<CallStack, std::uint64_t>> places_of_cuts() {
  std::vector<std::pair<CallStack, std::uint64_t>> places;
  for (const auto& [pc, place] : cut_places()) places.push_back(place);
  return places;
}

NotCovered not_covered() {
  return {weak_orders().places(), consumes().places(), unordered_looks().pairs(), unseen_code(), unseen_files()};
}

std::uint64_t amount_not_covered() {
  return weak_orders().size() + consumes().size() + unordered_looks().size() + unseen_code().size() + unseen_files().size();
}

std::uint64_t number_of_cuts() {
  std::uint64_t sum = 0;
  for (const auto& [pc, place] : cut_places()) sum += place.second;
  return sum;
}

void set_program_arguments(const std::vector<std::string>& arguments) {
  program().set_arguments(arguments);
}

void print(std::string_view text) {
  standard_output().print_through(text);
}

}  // namespace linnet::runtime

// OrderTrials: explores with other orders, and says what came of it.
#include "driver/orders/order_advice.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/stable_sort.hpp"
#include "base/stopwatch.hpp"
#include "driver/exploring/exploration_plan.hpp"
#include "driver/orders/order_places.hpp"
#include "driver/orders/order_search.hpp"

namespace linnet {

namespace {

class OrderTrials {
 public:
  OrderTrials(const ProgramUnderTest& program, const ExplorationRequest& request,
              const ExplorationWatch& watch)
      : places_(program.modules()), request_(request_for_orders(request)), watch_(watch) {
    watch_.met_orders = [this](const std::vector<runtime::OrderSite>& sites) { places_.add(sites); };
  }

  // Until no new way to one of the changed places shows.
  ExploredProgram explore(const ExploreTest& test, const SlotChanges& changes) {
    ExplorationRequest request = request_;
    for (;;) {
      request.execution.order_changes = places_.changes(changes);
      if (request_.seconds) request.seconds = std::max(0.0, *request_.seconds - since_start_.seconds());
      const std::size_t known = request.execution.order_changes->size();
      ExploredProgram report = test(request, watch_);
      if (places_.changes(changes).size() == known || is_over()) return report;
    }
  }

  Trial passes(std::span<const ExploreTest> tests, const SlotChanges& changes) {
    for (const ExploreTest& test : tests) {
      if (is_over()) return Trial::over;
      const ExploredProgram report = explore(test, changes);
      const bool differs = std::ranges::any_of(
          report.failures, [](const Failure& failure) { return failure.kind == EndingKind::nondeterminism; });
      if (differs) return Trial::unknown;
      if (!report.failures.empty()) return Trial::fails;
      if (is_over()) return Trial::over;
      if (!passes_wholly(report)) return Trial::unknown;
    }
    return Trial::passes;
  }

  // Within what is seen of the program, all executions there are.
  static bool passes_wholly(const ExploredProgram& report) {
    return report.status() == ExitStatus::pass && (report.complete() || !report.within.empty());
  }

  bool is_over() const {
    return watch_.interrupted() || (request_.seconds && since_start_.seconds() >= *request_.seconds);
  }
  std::string why_over() const {
    return watch_.interrupted() ? "interrupted"
                                : fmt::format("time limit of {} s reached", *request_.seconds);
  }
  const OrderPlaces& places() const { return places_; }
  MemoryModel model() const { return *request_.memory_model; }
  double seconds() const { return since_start_.seconds(); }

 private:
  OrderPlaces places_;
  ExplorationRequest request_;
  ExplorationWatch watch_;
  Stopwatch since_start_;
};

std::string why_unknown(const ExploredProgram& report) {
  return report.reason.empty() ? "not all of its executions can be explored" : report.reason;
}

// Why there are no suggestions, or not all there may be.
std::string reason_of(const OrdersThatHelp& found, const OrderTrials& trials) {
  if (found.over) return fmt::format("{} before all changes were tried", trials.why_over());
  if (found.unknown > 0)
    return fmt::format("of {} of the changes that were tried nothing can be said", found.unknown);
  if (found.none_helps)
    return "It is no matter of orders: it fails, too, with seq_cst and a fence at every place.";
  if (found.suggestions.empty())
    return "No change at one or two places makes the failure go away. seq_cst and a fence at every place do.";
  return "";
}

}  // namespace

ExplorationRequest request_for_orders(const ExplorationRequest& request) {
  ExplorationRequest trial = request;
  trial.strategy = StrategyKind::graphs;
  if (request.memory_model == MemoryModel::sc)
    throw InputError("--memory-model sc: memory orders make no difference there; expected tso or c11");
  if (!trial.memory_model) trial.memory_model = MemoryModel::c11;
  trial.keep_going = trial.outputs = trial.report_non_sc = false;
  trial.verdict_only = true;
  model_asked(trial);
  return trial;
}

OrderAdvice suggest_orders(const ProgramUnderTest& program, const ExplorationRequest& request,
                           const ExplorationWatch& watch, const ExploreTest& test) {
  OrderTrials trials(program, request, watch);
  const ExploredProgram now = trials.explore(test, {});
  OrderAdvice advice;
  if (now.failures.empty() && trials.is_over()) {
    advice.reason = trials.why_over() + " before any change was tried";
    return advice;
  }
  if (now.failures.empty()) {
    advice.reason = fmt::format("Under {} the failure does not show: {}", name_of(trials.model()),
                                now.complete() ? "all executions pass" : why_unknown(now));
    return advice;
  }
  const std::vector<OrderSlot> slots = trials.places().slots();
  const OrdersThatHelp found = strengthen(slots, [&](const SlotChanges& changes) {
    return trials.passes({&test, 1}, changes);
  });
  for (const SlotChanges& changes : found.suggestions) {
    std::vector<ChangedOrder>& suggestion = advice.suggestions.emplace_back();
    for (const SlotChange& change : changes)
      suggestion.push_back({trials.places().describe(change.slot), change.to, change.fence_before});
  }
  advice.tried = found.tried;
  advice.reason = reason_of(found, trials);
  return advice;
}

RelaxedOrders relax_orders(const ProgramUnderTest& program, const ExplorationRequest& request,
                           const ExplorationWatch& watch, const std::vector<ExploreTest>& tests) {
  OrderTrials trials(program, request, watch);
  RelaxedOrders report;
  report.memory_model = trials.model();
  report.tests = tests.size();
  for (const ExploreTest& test : tests) {
    const ExploredProgram now = trials.explore(test, {});
    report.fails |= !now.failures.empty();
    if (!OrderTrials::passes_wholly(now) && report.reason.empty())
      report.reason = report.fails ? "it fails as it is: " + now.failures.front().sentence : why_unknown(now);
  }
  if (report.reason.empty()) {
    const std::vector<OrderSlot> slots = trials.places().slots();
    const OrdersThatSuffice found =
        weaken(slots, [&](const SlotChanges& changes) { return trials.passes(tests, changes); });
    for (std::size_t i = 0; i < slots.size(); ++i)
      report.rows.push_back({trials.places().describe(i), found.alone[i], found.together[i]});
    stable_sort_by(report.rows, [](const RelaxedOrders::Row& row) {
      return std::tie(row.at.place.file, row.at.place.line);
    });
    report.tried = found.tried;
    if (found.unknown > 0)
      report.reason = fmt::format("of {} of the orders that were tried nothing can be said", found.unknown);
    if (found.over) report.reason = fmt::format("{} before all orders were tried", trials.why_over());
  }
  report.seconds = trials.seconds();
  return report;
}

}  // namespace linnet

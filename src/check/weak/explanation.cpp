// Explains violations of weak models.
//
// The culprit is the first operation whose return leaves no way to continue. Prefixes of a consistent history
// are consistent (drop the operations that were called later: no operation that had returned saw them, and
// fewer operations have fewer duties), so the culprit is found by bisection. An order that is not one of
// intervals has no such prefixes; there the culprit is the first operation whose exemption from the model
// would make the history consistent.
#include "check/weak/weak.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "check/weak/problem.hpp"
#include "check/weak/rules.hpp"
#include "check/weak/verifier.hpp"
#include "history/model/prefix.hpp"

namespace linnet {

namespace {

class Explainer {
 public:
  Explainer(const History& history, const Spec& spec, const WeakModel& model,
            const WeakSearchOptions& options, const Budget& budget)
      : history_(history), spec_(spec), model_(model), options_(options), budget_(budget) {}

  WeakViolation explain() {
    violation_.sentence = fmt::format("no linearization and visibility satisfy {}", model_.to_string());
    if (history_.order) {
      blame_first_exempt();
    } else {
      blame_first_return();
    }
    return std::move(violation_);
  }

 private:
  // The history up to the return of `last`.
  History until(OperationIndex last) const { return prefix_of(history_, history_.operations[last].ret + 1); }

  WeakSearchResult search(const History& history, std::optional<OperationIndex> exempt) const {
    WeakSearchOptions options = options_;
    options.exempt = exempt;
    return search_execution(history, spec_, model_, options, budget_);
  }

  void blame_first_return() {
    const std::vector<OperationIndex> returned = history_.returned();
    // returned[low] may be the culprit; returned[high] or one before it is.
    std::size_t low = 0, high = returned.size() - 1;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const auto outcome = search(until(returned[middle]), {}).outcome;
      if (outcome == WeakSearchResult::Outcome::spent) return;
      if (outcome == WeakSearchResult::Outcome::none) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    const OperationIndex culprit = returned[low];
    violation_.culprit = culprit;
    const History part = until(culprit);
    violation_.prefix = part.indices();
    const WeakSearchResult result = search(part, culprit);
    if (result.outcome == WeakSearchResult::Outcome::found) {
      describe_exemption(part, culprit, result.execution);
    } else if (result.outcome == WeakSearchResult::Outcome::none) {
      violation_.sentence = fmt::format("nothing that {} may see explains its result", name(culprit));
    }
  }

  void blame_first_exempt() {
    violation_.prefix = history_.indices();
    for (OperationIndex i = 0; i < history_.size(); ++i) {
      if (!history_.operations[i].completed()) continue;
      const WeakSearchResult result = search(history_, i);
      if (result.outcome == WeakSearchResult::Outcome::spent) return;
      if (result.outcome == WeakSearchResult::Outcome::none) continue;
      violation_.culprit = i;
      describe_exemption(history_, i, result.execution);
      return;
    }
  }

  // Removes what the culprit need not see, and compares the rest with what it must see.
  void describe_exemption(const History& part, OperationIndex culprit, AbstractExecution execution) {
    const auto at =
        static_cast<std::size_t>(std::ranges::find(execution.lin, culprit) - execution.lin.begin());
    std::vector<OperationIndex>& sees = execution.visible[at];
    ReturnValues returns(part, spec_);
    for (std::size_t i = sees.size(); i-- > 0 && !model_.add_wins();) {
      std::vector<OperationIndex> fewer = sees;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (returns.explains(fewer, culprit)) sees = fewer;
    }
    const OperationSet must = must_see(part, execution, at);
    WeakViolation::Exempt exempt;
    for (std::size_t i = 0; i < at; ++i) {
      if (must.contains(execution.lin[i])) exempt.must_see.push_back(execution.lin[i]);
    }
    exempt.sees = sees;
    exempt.execution = std::move(execution);
    violation_.sentence = sentence(exempt);
    violation_.exempt = std::move(exempt);
  }

  // What the operation at this place must see, given what it sees.
  OperationSet must_see(const History& part, const AbstractExecution& execution, std::size_t at) const {
    const WeakProblem problem(part, spec_);
    WeakRules rules(problem, model_, std::nullopt);
    OperationSet linearized(part.size());
    for (std::size_t i = 0; i < at; ++i) {
      OperationSet visible(part.size());
      for (const OperationIndex x : execution.visible[i]) visible.insert(x);
      rules.place(execution.lin[i], linearized, visible);
      linearized.insert(execution.lin[i]);
    }
    OperationSet must = rules.required(execution.lin[at], linearized);
    for (const OperationIndex x : execution.visible[at]) must |= rules.along_with(execution.lin[at], x);
    return must;
  }

  std::string sentence(const WeakViolation::Exempt& exempt) const {
    std::vector<OperationIndex> unwanted;
    std::ranges::copy_if(exempt.must_see, std::back_inserter(unwanted), [&](OperationIndex x) {
      return std::ranges::find(exempt.sees, x) == exempt.sees.end();
    });
    return fmt::format("{} would have had to see {}, but {} makes it see {}", name(*violation_.culprit),
                       exempt.sees.empty() ? "nothing" : names(exempt.sees) + " and nothing else",
                       model_.to_string(), names(unwanted));
  }

  std::string name(OperationIndex i) const {
    const Operation& op = history_.operations[i];
    const std::string text = history_.describe(op);
    return op.line == 0 ? text : fmt::format("{} (line {})", text, op.line);
  }
  std::string names(const std::vector<OperationIndex>& operations) const {
    const auto all = operations | std::views::transform([&](OperationIndex i) { return name(i); });
    return fmt::format("{}", fmt::join(all, ", "));
  }

  const History& history_;
  const Spec& spec_;
  const WeakModel& model_;
  const WeakSearchOptions& options_;
  const Budget& budget_;
  WeakViolation violation_;
};

}  // namespace

WeakViolation explain_weak_violation(const History& history, const Spec& spec, const WeakModel& model,
                                     const WeakSearchOptions& options, const Budget& budget) {
  return Explainer(history, spec, model, options, budget).explain();
}

}  // namespace linnet

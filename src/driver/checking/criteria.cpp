// The table of criteria.
#include "driver/checking/criteria.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "check/crash/crash.hpp"
#include "check/linearizability/linearizable.hpp"
#include "driver/checking/quasi_criterion.hpp"
#include "driver/checking/weak_criterion.hpp"

namespace linnet {

namespace {

template <auto* check>
CheckResult by_options(const History& history, const Spec& spec, const CheckRequest& request,
                       const Budget& budget) {
  CheckOptions options{.jobs = request.jobs, .want_witness = request.want_witness, .want_evidence = true};
  if (!request.algorithm.empty()) options.algorithm = request.algorithm;
  return check(history, spec, options, budget);
}

template <CrashCriterion criterion>
CheckResult check_crash(const History& history, const Spec& spec, const CheckOptions& options,
                        const Budget& budget) {
  return check_across_crashes(history, spec, criterion, options, budget);
}

template <CrashCriterion criterion>
bool too_late(const History& history, const Spec& spec, OperationIndex i, const std::vector<bool>& placed) {
  return comes_too_late(history, spec, criterion, i, placed);
}

template <CrashCriterion criterion>
constexpr Criterion across_crashes(std::string_view of_cut_off) {
  return {by_options<check_crash<criterion>>, check_crash<criterion>, too_late<criterion>, of_cut_off};
}

// Indexed by CriterionKind.
constexpr Criterion kTable[] = {
    {by_options<check_linearizable>, check_linearizable},
    {by_options<check_stuck>, check_linearizable},
    {check_weak_criterion, check_linearizable},
    {check_quasi_criterion, check_linearizable},
    {by_options<check_safe>, check_linearizable},
    across_crashes<CrashCriterion::strict>(
        "What a crash cut off may have taken effect before that crash only."),
    across_crashes<CrashCriterion::persistent>(
        "What a crash cut off may have taken effect only before the next call of its thread."),
    across_crashes<CrashCriterion::recoverable>("What a crash cut off may have taken effect only before the "
                                                "next operation of its thread on that object."),
    across_crashes<CrashCriterion::transient>(
        "What a crash cut off may have taken effect only before the next write of its thread returned."),
    across_crashes<CrashCriterion::durable>("What a crash cut off may have taken effect at any later time."),
    across_crashes<CrashCriterion::nesting_safe>(
        "What a crash cut off may have taken effect until its recovery completed it."),
};
static_assert(std::size(kTable) == std::size(kCriteria));

}  // namespace

void refuse_options_of_others(const CheckRequest& request) {
  struct Option {
    std::string_view name;
    CriterionKind criterion;
    const std::string& value;
  };
  for (const Option& option : {Option{"--model", CriterionKind::weak, request.model},
                               Option{"--axioms", CriterionKind::weak, request.axioms},
                               Option{"--strength", CriterionKind::weak, request.strength},
                               Option{"--quasi", CriterionKind::quasi, request.quasi}}) {
    if (option.value.empty() || option.criterion == request.criterion) continue;
    throw InputError(fmt::format("{} is for --criterion {}; the criterion here is {}", option.name,
                                 name_of(option.criterion), name_of(request.criterion)));
  }
}

bool asks_for_the_usual(const CheckRequest& request) {
  return request.criterion == CheckRequest().criterion && request.model.empty() && request.axioms.empty() &&
         request.strength.empty() && request.quasi.empty();
}

const Criterion& criterion_of(CriterionKind kind) {
  return kTable[static_cast<std::size_t>(kind)];
}

CriterionKind criterion_named(const std::string& name) {
  if (const auto kind = value_in(kCriteria, name)) return *kind;
  std::vector<std::string> names;
  for (const auto& entry : kCriteria) names.emplace_back(entry.name);
  if (const auto meant = nearest(name, names))
    throw InputError(fmt::format("unknown criterion {}; did you mean {}?", name, *meant));
  throw InputError(fmt::format("unknown criterion {}; this version has {}", name, fmt::join(names, ", ")));
}

}  // namespace linnet

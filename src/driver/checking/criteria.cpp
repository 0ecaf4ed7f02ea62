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
bool too_late(const History& history, OperationIndex i, const std::vector<bool>& placed) {
  return comes_too_late(history, criterion, i, placed);
}

template <CrashCriterion criterion>
constexpr Criterion across_crashes(std::string_view summary, std::string_view of_cut_off) {
  return {name_of(criterion),  summary,   by_options<check_crash<criterion>>, check_crash<criterion>,
          too_late<criterion>, of_cut_off};
}

constexpr Criterion kTable[] = {
    {"linearizable", "every operation seems to happen at one instant between its call and its return",
     by_options<check_linearizable>, check_linearizable},
    {"stuck", "every pending call is one that may wait for ever", by_options<check_stuck>,
     check_linearizable},
    {"weak", "every result is explained by the operations it sees; axioms say which it must see",
     check_weak_criterion, check_linearizable},
    {"quasi", "linearizable after operations are moved, none further than its factor allows",
     check_quasi_criterion, check_linearizable},
    across_crashes<CrashCriterion::strict>(
        "across crashes: linearizable; what a crash cut off took effect before the crash or never",
        "What a crash cut off may have taken effect before that crash only."),
    across_crashes<CrashCriterion::recoverable>("across crashes: linearizable; what a crash cut off took "
                                                "effect before its thread went on with that object or never",
                                                "What a crash cut off may have taken effect only before the "
                                                "next operation of its thread on that object."),
    across_crashes<CrashCriterion::durable>(
        "across crashes: linearizable; what a crash cut off took effect at any later time or never",
        "What a crash cut off may have taken effect at any later time."),
};

}  // namespace

std::span<const Criterion> all_criteria() {
  return kTable;
}

void refuse_options_of_others(const CheckRequest& request) {
  struct Option {
    std::string_view name, criterion;
    const std::string& value;
  };
  for (const Option& option :
       {Option{"--model", "weak", request.model}, Option{"--axioms", "weak", request.axioms},
        Option{"--strength", "weak", request.strength}, Option{"--quasi", "quasi", request.quasi}}) {
    if (option.value.empty() || option.criterion == request.criterion) continue;
    throw InputError(fmt::format("{} is for --criterion {}; the criterion here is {}", option.name,
                                 option.criterion, request.criterion));
  }
}

bool asks_for_the_usual(const CheckRequest& request) {
  return request.criterion == CheckRequest().criterion && request.model.empty() && request.axioms.empty() &&
         request.strength.empty() && request.quasi.empty();
}

const Criterion& find_criterion(const std::string& name) {
  std::vector<std::string> names;
  for (const Criterion& criterion : kTable) {
    if (criterion.name == name) return criterion;
    names.emplace_back(criterion.name);
  }
  std::string message = "unknown criterion " + name;
  if (const auto meant = nearest(name, names)) throw InputError(message + "; did you mean " + *meant + "?");
  message += "; this version has";
  for (const std::string& n : names) message += (n == names.front() ? " " : ", ") + n;
  throw InputError(message);
}

}  // namespace linnet

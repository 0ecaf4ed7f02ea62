// The table of criteria.
#include "driver/criteria.hpp"

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "check/crash.hpp"
#include "check/stuck.hpp"
#include "driver/weak_criterion.hpp"

namespace linnet {

namespace {

void refuse_model(const CheckRequest& request) {
  if (request.model.empty() && request.axioms.empty()) return;
  throw InputError(std::string(request.model.empty() ? "--axioms" : "--model") +
                   " is for --criterion weak; the criterion here is " + request.criterion);
}

template <auto* check>
CheckResult without_model(const History& history, const Spec& spec, const CheckRequest& request, const Budget& budget) {
  refuse_model(request);
  CheckOptions options{.jobs = request.jobs, .want_witness = request.want_witness, .want_evidence = true};
  if (!request.algorithm.empty()) options.algorithm = request.algorithm;
  return check(history, spec, options, budget);
}

template <CrashCriterion criterion>
CheckResult check_crash(const History& history, const Spec& spec, const CheckOptions& options, const Budget& budget) {
  return check_across_crashes(history, spec, criterion, options, budget);
}

template <CrashCriterion criterion>
bool too_late(const History& history, OperationIndex i, const std::vector<bool>& placed) {
  return comes_too_late(history, criterion, i, placed);
}

template <CrashCriterion criterion>
constexpr Criterion across_crashes(std::string_view summary, std::string_view of_cut_off) {
  return {name_of(criterion),
          summary,
          without_model<check_crash<criterion>>,
          check_crash<criterion>,
          too_late<criterion>,
          of_cut_off};
}

constexpr Criterion kTable[] = {
    {"linearizable", "every operation seems to happen at one instant between its call and its return",
     without_model<check_linearizable>, check_linearizable},
    {"stuck", "every pending call is one that may wait for ever", without_model<check_stuck>, check_linearizable},
    {"weak", "every result is explained by the operations it sees, which a model says", check_weak_criterion,
     check_linearizable},
    across_crashes<CrashCriterion::strict>(
        "across crashes: linearizable, and what a crash cut off took effect before the crash or never",
        "What a crash cut off may have taken effect before that crash only."),
    across_crashes<CrashCriterion::recoverable>(
        "across crashes: linearizable, and what a crash cut off took effect before its thread went on there or never",
        "What a crash cut off may have taken effect only before the next operation of its thread on that object."),
    across_crashes<CrashCriterion::durable>(
        "across crashes: linearizable, and what a crash cut off took effect at any later time or never",
        "What a crash cut off may have taken effect at any later time."),
};

}  // namespace

std::span<const Criterion> all_criteria() { return kTable; }

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

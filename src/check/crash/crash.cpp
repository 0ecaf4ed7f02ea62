// Asks the definitions of strict, recoverable and durable as one question each about one operation; and decides them: it
// translates, decides, and translates back.
#include "check/crash/crash.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/crash/translation.hpp"
#include "check/multiword/graph.hpp"

namespace linnet {

namespace {

void renumber(std::vector<OperationIndex>& indices, const std::vector<OperationIndex>& kept) {
  for (OperationIndex& i : indices) i = kept[i];
}

CheckResult decide(const CrashFree& translated, const Spec& spec, const CheckOptions& options,
                   const Budget& budget) {
  const bool may_use_graph = options.algorithm == "auto" || options.algorithm == kMwcasGraph.name;
  if (translated.settled && may_use_graph) {
    const Question question{translated.settled->history, spec, budget, options.want_witness,
                            options.want_evidence};
    if (!kMwcasGraph.obstacle(question)) {
      CheckResult result;
      result.verdict = decide_mwcas(question, translated.settled->waits);
      result.algorithms = {std::string(kMwcasGraph.name)};
      result.partitions = 1;
      if (violated(result.verdict)) {
        result.violating_part.resize(question.history.size());
        std::iota(result.violating_part.begin(), result.violating_part.end(), 0);
      }
      return result;
    }
  }
  return check_linearizable(translated.history, translated.spec, options, budget);
}

}  // namespace

bool comes_too_late(const History& history, CrashCriterion criterion, OperationIndex i,
                    const std::vector<bool>& placed) {
  const Operation& op = history.operations[i];
  if (op.status != Operation::Status::crashed) return false;
  const auto any_placed = [&](auto condition) {
    for (OperationIndex j = 0; j < history.size(); ++j) {
      if (placed[j] && condition(history.operations[j])) return true;
    }
    return false;
  };
  switch (criterion) {
    case CrashCriterion::strict:
      return any_placed(
          [crash = cut_off_at(history, op)](const Operation& other) { return other.call > crash; });
    case CrashCriterion::recoverable:
      return any_placed([&](const Operation& other) {
        return other.thread == op.thread && other.object == op.object && other.call > op.call;
      });
    case CrashCriterion::durable: return false;
  }
  return false;
}

CheckResult check_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion,
                                 const CheckOptions& options, const Budget& budget) {
  if (history.crashes.empty()) return check_linearizable(history, spec, options, budget);
  if (history.stuck) {
    throw InputError(Place{history.words->source},
                     fmt::format("the history has crashes and is marked as stuck, about which criterion {} "
                                 "says nothing",
                                 name_of(criterion)));
  }
  const CrashFree translated = translate_crashes(history, spec, criterion);
  CheckResult result = decide(translated, spec, options, budget);
  renumber(result.violating_part, translated.kept);
  if (auto* const pass = std::get_if<Pass>(&result.verdict)) {
    renumber(pass->witness.order, translated.kept);
    pass->witness.order = took_effect(history, spec, pass->witness.order);
  } else if (auto* const violation = std::get_if<Violation>(&result.verdict)) {
    renumber(violation->suspects, translated.kept);
    // The sentence is about the translated history, in which they returned.
    const auto was_cut_off = [&](OperationIndex i) {
      return history.operations[i].status == Operation::Status::crashed;
    };
    if (std::ranges::any_of(violation->suspects, was_cut_off)) violation->sentence.clear();
    for (auto& order : violation->longest) {
      renumber(order, translated.kept);
      order = took_effect(history, spec, order);
    }
  }
  return result;
}

}  // namespace linnet

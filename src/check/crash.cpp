// Translate, decide, translate back.
#include "check/crash.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "check/crash_translation.hpp"

namespace linnet {

namespace {

void renumber(std::vector<OperationIndex>& indices, const std::vector<OperationIndex>& kept) {
  for (OperationIndex& i : indices) i = kept[i];
}

}  // namespace

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
  CheckResult result = check_linearizable(translated.history, translated.spec, options, budget);
  renumber(result.violating_part, translated.kept);
  if (auto* const pass = std::get_if<Pass>(&result.verdict)) {
    renumber(pass->witness.order, translated.kept);
    pass->witness.order = took_effect(history, spec, pass->witness.order);
  } else if (auto* const violation = std::get_if<Violation>(&result.verdict)) {
    renumber(violation->suspects, translated.kept);
    for (auto& order : violation->longest) {
      renumber(order, translated.kept);
      order = took_effect(history, spec, order);
    }
  }
  return result;
}

}  // namespace linnet

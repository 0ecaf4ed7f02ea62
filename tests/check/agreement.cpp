// Compares one algorithm with the truth.
#include "agreement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "definitions/witness_verifier.hpp"
#include "histories.hpp"

namespace linnet::testing {

namespace {

// A partial linearization is a witness of the history of its operations alone.
std::string fault_in_evidence(const History& history, const Spec& spec, const Violation& violation) {
  for (const auto& order : violation.longest) {
    std::vector<OperationIndex> sorted = order;
    std::ranges::sort(sorted);
    Witness renumbered;
    for (const OperationIndex i : order) {
      renumbered.order.push_back(
          static_cast<OperationIndex>(std::ranges::lower_bound(sorted, i) - sorted.begin()));
    }
    if (const auto wrong = verify_witness(history.select(sorted), spec, renumbered))
      return "evidence: " + *wrong;
  }
  return "";
}

}  // namespace

std::string disagreement(const Algorithm& algorithm, const History& history, const Spec& spec,
                         bool expected) {
  const Budget unlimited;
  const Question question{history, spec, unlimited, true, true};
  if (algorithm.obstacle(question)) return "";
  const Verdict verdict = algorithm.decide(question);
  std::string wrong;
  if (unknown(verdict)) {
    wrong = "unknown: " + std::get<Unknown>(verdict).reason;
  } else if (passed(verdict) != expected) {
    wrong = passed(verdict) ? "passed, but is not linearizable" : "violation, but is linearizable";
  } else if (passed(verdict)) {
    wrong = verify_witness(history, spec, std::get<Pass>(verdict).witness).value_or("");
  } else {
    wrong = fault_in_evidence(history, spec, std::get<Violation>(verdict));
  }
  if (wrong.empty()) return "";
  return fmt::format("{} on {}: {}\n{}", algorithm.name, spec.name(), wrong, to_json_lines(history, spec));
}

}  // namespace linnet::testing

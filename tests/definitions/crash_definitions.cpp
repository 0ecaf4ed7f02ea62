// Enumerates all orders, with one more question before an operation is placed; and verifies the
// linearizability of a witness, with the same question for each operation in turn.
#include "definitions/crash_definitions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"

namespace linnet {

namespace {

// The first moment at which it is too late for an operation that was cut off: operations called then or later
// come after it.
Rank too_late_at(const History& history, const Spec& spec, CrashCriterion criterion, const Operation& op) {
  Rank moment = kNever;
  for (const Operation& other : history.operations) {
    if (other.thread != op.thread || other.call <= op.call) continue;
    const bool write = !spec.method(other.method).observer;
    if (criterion == CrashCriterion::persistent) moment = std::min(moment, other.call);
    if (criterion == CrashCriterion::transient && write) moment = std::min(moment, other.ret);
  }
  if (criterion == CrashCriterion::strict) moment = cut_off_at(history, op);
  return moment;
}

}  // namespace

bool too_late_by_definition(const History& history, const Spec& spec, CrashCriterion criterion,
                            OperationIndex i, const std::vector<bool>& placed) {
  const Operation& op = history.operations[i];
  const bool completed_by_recovery = op.completed() && cut_off_at(history, op) < op.ret;
  if (op.status != Operation::Status::crashed &&
      !(completed_by_recovery && criterion == CrashCriterion::strict))
    return false;
  const Rank moment = too_late_at(history, spec, criterion, op);
  for (OperationIndex j = 0; j < history.size(); ++j) {
    const Operation& other = history.operations[j];
    if (!placed[j]) continue;
    if (other.call >= moment) return true;
    const bool next = other.thread == op.thread && other.object == op.object && other.call > op.call;
    if (criterion == CrashCriterion::recoverable && next) return true;
  }
  return false;
}

bool oracle_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion) {
  const auto in_time = [&](OperationIndex i, const std::vector<bool>& placed) {
    return !too_late_by_definition(history, spec, criterion, i, placed);
  };
  return OracleEnumeration(history, spec, OracleEnumeration::always, in_time).extend();
}

std::optional<std::string> verify_crash_witness(const History& history, const Spec& spec,
                                                CrashCriterion criterion, const Witness& witness) {
  if (std::optional<std::string> wrong = verify_witness(history, spec, witness)) return wrong;
  std::vector<bool> placed(history.size());
  for (const OperationIndex i : witness.order) {
    if (too_late_by_definition(history, spec, criterion, i, placed))
      return fmt::format("operation {} ({}) takes effect too late for {}", i,
                         history.describe(history.operations[i]), name_of(criterion));
    placed[i] = true;
  }
  return std::nullopt;
}

}  // namespace linnet

// Enumerates all orders, with one more question before an operation is placed; and verifies the linearizability of a witness, with
// one more pass for the operations that were cut off.
#include "definitions/crash_definitions.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "definitions/oracle.hpp"
#include "definitions/witness_verifier.hpp"

namespace linnet {

namespace {

using Complaint = std::optional<std::string>;

Complaint too_late_for_strict(const History& history, const Witness& witness) {
  Rank latest_call = 0;
  for (const OperationIndex i : witness.order) {
    const Operation& op = history.operations[i];
    if (op.status == Operation::Status::crashed && latest_call > cut_off_at(history, op)) {
      return fmt::format("operation {} ({}) takes effect after one that was called after its crash", i,
                         history.describe(op));
    }
    latest_call = std::max(latest_call, op.call);
  }
  return std::nullopt;
}

Complaint too_late_for_recoverable(const History& history, const Witness& witness) {
  std::map<std::pair<ThreadId, ObjectId>, Rank> latest_call;
  for (const OperationIndex i : witness.order) {
    const Operation& op = history.operations[i];
    Rank& latest = latest_call[{op.thread, op.object}];
    if (op.status == Operation::Status::crashed && latest > op.call) {
      return fmt::format("operation {} ({}) takes effect after a later one of its thread on its object", i,
                         history.describe(op));
    }
    latest = std::max(latest, op.call);
  }
  return std::nullopt;
}

}  // namespace

bool oracle_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion) {
  const auto in_time = [&](OperationIndex i, const std::vector<bool>& placed) {
    return !comes_too_late(history, criterion, i, placed);
  };
  return OracleEnumeration(history, spec, OracleEnumeration::always, in_time).extend();
}

std::optional<std::string> verify_crash_witness(const History& history, const Spec& spec,
                                                CrashCriterion criterion, const Witness& witness) {
  if (Complaint wrong = verify_witness(history, spec, witness)) return wrong;
  switch (criterion) {
    case CrashCriterion::strict: return too_late_for_strict(history, witness);
    case CrashCriterion::recoverable: return too_late_for_recoverable(history, witness);
    case CrashCriterion::durable: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace linnet

// The definitions of strict, recoverable and durable, as one question each about one operation.
#include "check/crash/rule.hpp"

#include "history/model/crashes.hpp"

namespace linnet {

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

}  // namespace linnet

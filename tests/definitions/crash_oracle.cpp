// The enumeration of all orders, with one more question before an operation is placed.
#include "definitions/crash_oracle.hpp"

#include "definitions/oracle_enumeration.hpp"

namespace linnet {

bool oracle_across_crashes(const History& history, const Spec& spec, CrashCriterion criterion) {
  const auto in_time = [&](OperationIndex i, const std::vector<bool>& placed) {
    return !comes_too_late(history, criterion, i, placed);
  };
  return OracleEnumeration(history, spec, OracleEnumeration::always, in_time).extend();
}

}  // namespace linnet

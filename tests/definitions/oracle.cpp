// Implements the oracle: one enumeration of orders serves both definitions.
#include "definitions/oracle.hpp"

namespace linnet {

bool oracle_linearizable(const History& history, const Spec& spec) {
  const auto anything = [](OperationIndex, const std::vector<bool>&) { return true; };
  return OracleEnumeration(history, spec, OracleEnumeration::always, anything).extend();
}

bool oracle_stuck(const History& history, const Spec& spec) {
  const auto completed_only = [&](OperationIndex i, const std::vector<bool>&) {
    return history.operations[i].completed();
  };
  for (const Operation& e : history.operations) {
    if (e.completed()) continue;
    const auto blocks = [&e](StateSpace& space, const std::vector<StateId>& states) {
      std::vector<StateId> after;
      space.step(states[e.object.value], e.as_call(), nullptr, after);
      return after.empty();
    };
    if (!OracleEnumeration(history, spec, blocks, completed_only).extend()) return false;
  }
  return true;
}

}  // namespace linnet

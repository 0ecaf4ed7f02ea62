// The result of a command: what it found out about one input. Every output is made from it.
#pragma once

#include <variant>

#include "verdict/checked_history.hpp"
#include "verdict/explored_program.hpp"
#include "verdict/generated_tests.hpp"
#include "verdict/order_changes.hpp"
#include "verdict/relaxation.hpp"
#include "verdict/strength.hpp"
#include "verdict/stressed_program.hpp"

namespace linnet {

using Result = std::variant<CheckedHistory, ExploredProgram, GeneratedTests, StressedProgram, MeasuredHistory,
                            InferredMethods, RelaxedOrders>;

inline const Finding& finding_of(const Result& result) {
  return std::visit([](const Finding& finding) -> const Finding& { return finding; }, result);
}
inline ExitStatus status_of(const Result& result) {
  return std::visit([](const auto& finding) { return finding.status(); }, result);
}

}  // namespace linnet

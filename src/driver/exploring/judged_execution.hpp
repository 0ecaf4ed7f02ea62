// What is wrong with an execution that has ended: the runtime's answer, or the judge's.
#pragma once

#include <optional>
#include <string_view>

#include "driver/exploring/execution_judge.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

struct JudgedExecution {
  std::string_view
      kind;  // the word of the contract, "limit" or "unsupported"; "completed" if nothing is wrong
  std::optional<CheckReport> history;  // if it is inconsistent, or could not be decided
};

// REQUIRES: once per execution. `judge` may be null.
inline JudgedExecution judge_execution(const runtime::Outcome& outcome, ExecutionJudge* judge,
                                       Detail detail = Detail::explained) {
  const auto* completed = std::get_if<runtime::Completed>(&outcome.what);
  const bool well = completed != nullptr && completed->status == 0;
  const bool waiting = std::holds_alternative<runtime::Deadlock>(outcome.what);
  if (judge == nullptr || !judge->records() || !(well || waiting))
    return {runtime::kind_of(outcome), std::nullopt};
  JudgedExecution judged{"completed", judge->judge(well ? Ended::complete : Ended::waiting, detail)};
  if (judged.history && violated(judged.history->verdict)) judged.kind = "inconsistent";
  return judged;
}

}  // namespace linnet

// What is wrong with an execution that has ended: the runtime's answer, or the judge's.
#pragma once

#include <optional>

#include "driver/exploring/recording_judge.hpp"
#include "protocol/requests.hpp"

namespace linnet {

struct JudgedExecution {
  EndingKind kind{};                      // `completed` if nothing is wrong
  std::optional<CheckedHistory> history;  // if it is inconsistent, or could not be decided
};

// A replay. `judge` may be null.
inline JudgedExecution judge_execution(const ReplayedExecution& one, RecordingJudge* judge,
                                       Detail detail = Detail::explained) {
  const auto* completed = std::get_if<runtime::Completed>(&one.outcome.what);
  const bool well = completed != nullptr && completed->status == 0;
  const bool waiting = std::holds_alternative<runtime::Deadlock>(one.outcome.what);
  if (judge == nullptr || !one.recording.is_history() || !(well || waiting))
    return {runtime::kind_of(one.outcome), std::nullopt};
  JudgedExecution judged{EndingKind::completed,
                         judge->judge(one.recording, well ? Ended::complete : Ended::waiting, detail)};
  if (judged.history && violated(judged.history->verdict)) judged.kind = EndingKind::inconsistent;
  return judged;
}

}  // namespace linnet

// Runs one execution again, as a schedule says, and returns its trace with names and lines.
#pragma once

#include "driver/exploring/exploration.hpp"
#include "schedule/schedule.hpp"
#include "verdict/explored_program.hpp"

namespace linnet {

// What is wrong with an execution that has ended, according to the runtime or the judge.
struct JudgedExecution {
  EndingKind kind{};                      // `completed` if nothing is wrong
  std::optional<CheckedHistory> history;  // if it is inconsistent, or could not be decided
};

// `judge` may be null.
inline JudgedExecution judge_execution(const ReplayedExecution& one, RecordingJudge* judge) {
  const auto* completed = std::get_if<runtime::Completed>(&one.ending.what);
  const bool well = completed != nullptr && completed->status == 0;
  const bool waiting = std::holds_alternative<runtime::Deadlock>(one.ending.what);
  if (judge == nullptr || !one.recording.is_history() || !(well || waiting))
    return {runtime::kind_of(one.ending), std::nullopt};
  JudgedExecution judged{
      EndingKind::completed,
      judge->judge(one.recording, well ? Ended::complete : Ended::waiting, Detail::explained)};
  if (judged.history && violated(judged.history->verdict)) judged.kind = EndingKind::inconsistent;
  return judged;
}

// Replays in a fresh process. The kind is `completed` if nothing went wrong, and `misfit` if the schedule
// does not fit.
Failure replay_in_fresh_process(const Schedule& schedule, const Subject& subject,
                                const ExplorationRequest& request);

// Replays the schedule request.replay in that process. Throws InputError if the schedule belongs to another
// program.
Failure replay(const Subject& subject, const ExplorationRequest& request, Worker& worker);

}  // namespace linnet

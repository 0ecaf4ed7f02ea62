#include "driver/replay.hpp"

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/error.hpp"
#include "driver/execution_tracer.hpp"
#include "driver/judged_execution.hpp"
#include "driver/program_fingerprint.hpp"
#include "driver/runtime_options.hpp"
#include "driver/trace_words.hpp"
#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "report/exploration_json.hpp"
#include "runtime/input_replay.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

Failure replay(const ExplorationRequest& request, ExecutionJudge* judge) {
  const Schedule schedule = Schedule::from_text(request.replay);
  const std::uint32_t program = program_fingerprint();
  if (schedule.program != program) {
    throw InputError(fmt::format(
        "this schedule is of another program, or of another version of it: it is of {:08x}, this is {:08x}",
        schedule.program, program));
  }
  ReplayStrategy strategy(schedule);
  ScheduleRecorder recorder(strategy, program, schedule.racy_places);
  ExecutionTracer tracer(recorder);
  Failure failure;
  runtime::RuntimeOptions options = runtime_options(request);
  options.racy_places = schedule.racy_places;
  if (!schedule.racy_places.empty()) options.races = runtime::Races::explore;
  runtime::run_program(tracer, options, [&](const runtime::ExecutionReport& one) {
    JudgedExecution judged = judge_execution(one.outcome, judge);
    failure = in_words(std::string(judged.kind), one.outcome, tracer);
    failure.output = one.output;
    if (judged.history && judged.history->explanation) {
      failure.sentence = judged.history->explanation->sentence;
    }
    failure.history = std::move(judged.history);
    return runtime::Next::stop;
  });
  failure.schedule = recorder.schedule().to_text();
  if (strategy.misfit()) throw InputError("this schedule does not fit the program: " + *strategy.misfit());
  return failure;
}

Failure replay_in_fresh_process(const Schedule& schedule, const ExplorationRequest& request) {
  ExplorationRequest again = request;
  again.replay = schedule.to_text();
  again.checkpoint.clear();
  again.resume.clear();
  std::vector<std::string> command = all_options(again);
  command.insert(command.begin(), "/proc/self/exe");
  command.emplace_back("--hand-back");
  const ChildResult result = run_child(command, std::string(runtime::standard_input().text()), kHandBack);
  if (!result.output.empty()) return failure_from_json(result.output);
  Failure none;
  none.kind = "misfit";
  none.schedule = again.replay;
  return none;
}

}  // namespace linnet

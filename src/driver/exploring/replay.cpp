// Replays here, and in a fresh process that hands back what it saw.
#include "driver/exploring/replay.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/error.hpp"
#include "driver/exploring/execution_tracer.hpp"
#include "driver/exploring/judged_execution.hpp"
#include "driver/exploring/program_fingerprint.hpp"
#include "driver/exploring/runtime_options.hpp"
#include "driver/exploring/trace_words.hpp"
#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "report/json/exploration_json.hpp"
#include "runtime/memory/input_replay.hpp"
#include "runtime/run_program.hpp"

namespace linnet {

namespace {

using runtime::PersistentLine;

// Whether the execution would be all right if these lines had been persistent.
bool passes_if_persistent(const Schedule& schedule, runtime::RuntimeOptions options,
                          std::vector<PersistentLine> lines, ExecutionJudge* judge) {
  options.as_if_persistent = std::move(lines);
  ReplayStrategy strategy(schedule, ReplayStrategy::Misfits::go_on);
  bool passes = false;
  runtime::run_program(strategy, options, [&](const runtime::ExecutionReport& one) {
    const JudgedExecution judged = judge_execution(one.outcome, judge);
    passes = judged.kind == "completed" && !judged.history;
    return runtime::Next::stop;
  });
  return passes;
}

// What was lost without having been flushed comes first: a flush that only lacks its fence may be on its way.
std::vector<PersistentLine> lost_lines(std::span<const runtime::PowerFailure> crashes) {
  std::vector<PersistentLine> unflushed, others;
  for (const runtime::PowerFailure& crash : crashes) {
    for (const runtime::LostLine& lost : crash.lost) {
      const bool flushed = std::ranges::all_of(lost.stores, &runtime::StoreBeforeCrash::flushed);
      (flushed ? others : unflushed).push_back(lost.line);
    }
  }
  unflushed.insert(unflushed.end(), others.begin(), others.end());
  return unflushed;
}

// Which flush or fence is missing: the lines that make the difference, one alone if there is one.
std::vector<PersistentLine> lines_to_blame(const Schedule& schedule, const runtime::RuntimeOptions& options,
                                           std::span<const runtime::PowerFailure> crashes,
                                           ExecutionJudge* judge) {
  const std::vector<PersistentLine> lost = lost_lines(crashes);
  for (const PersistentLine& line : lost) {
    if (passes_if_persistent(schedule, options, {line}, judge)) return {line};
  }
  if (lost.size() > 1 && passes_if_persistent(schedule, options, lost, judge)) return lost;
  return {};
}

}  // namespace

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
  runtime::RuntimeOptions options = runtime_options(request);
  options.racy_places = schedule.racy_places;
  if (!schedule.racy_places.empty()) options.races = runtime::Races::explore;
  JudgedExecution judged;
  runtime::Outcome outcome;
  TracedCrashes crashes;
  std::string output;
  options.note_lines = true;
  runtime::run_program(tracer, options, [&](const runtime::ExecutionReport& one) {
    judged = judge_execution(one.outcome, judge);
    outcome = one.outcome;
    output = one.output;
    crashes.failures.assign(one.power_failures.begin(), one.power_failures.end());
    return runtime::Next::stop;
  });
  options.note_lines = false;
  if (judged.kind != "completed" && !outcome.process_is_tainted) {
    crashes.to_blame = lines_to_blame(schedule, options, crashes.failures, judge);
  }
  Failure failure = in_words(std::string(judged.kind), outcome, tracer, crashes);
  failure.output = std::move(output);
  if (judged.history && judged.history->explanation) {
    failure.sentence = judged.history->explanation->sentence;
  }
  failure.history = std::move(judged.history);
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

// Replays, with a tracer if the steps are wanted.
#include "worker/replay.hpp"

#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "runtime/inspect.hpp"
#include "runtime/object_test.hpp"
#include "runtime/run_program.hpp"
#include "worker/execution_tracer.hpp"
#include "worker/exploration.hpp"
#include "worker/server.hpp"
#include "worker/shown_calls.hpp"

namespace linnet::worker {

ReplayedExecution replay(const ReplayOrder& order) {
  using Misfits = ReplayStrategy::Misfits;
  choose(order.setup);
  ReplayedExecution result;
  ReplayStrategy strategy(order.schedule, order.go_on ? Misfits::go_on : Misfits::end_it);
  ScheduleRecorder recorder(strategy, order.schedule.program, order.schedule.racy_places);
  if (!order.follows.empty()) recorder.follows(order.schedule, order.follows);
  ExecutionTracer tracer(recorder);
  Strategy& watched = order.trace ? static_cast<Strategy&>(tracer) : recorder;
  runtime::run_program(watched, order.setup.options, [&](const runtime::ExecutionReport& one) {
    result.ending = one.ending;
    keep_innermost(result.ending.where);
    result.output = one.output;
    result.power_failures.assign(one.power_failures.begin(), one.power_failures.end());
    return runtime::Next::stop;
  });
  result.place = runtime::place_of(result.ending);
  result.recording = runtime::recording();
  result.schedule = recorder.schedule();
  result.steps = recorder.steps();
  result.misfit = strategy.misfit();
  if (order.trace) {
    result.trace = tracer.take();
    result.trace.stacks = runtime::stacks();
    result.modules = loaded_modules();
  }
  return result;
}

}  // namespace linnet::worker

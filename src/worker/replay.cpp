// Replays, with a tracer if the steps are wanted: it looks at memory before and after every step.
#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "graph/graph_walk.hpp"
#include "runtime/debugger.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/inspect.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/object_test.hpp"
#include "runtime/run_program.hpp"
#include "schedule/strategy.hpp"
#include "worker/orders.hpp"
#include "worker/recorded_calls.hpp"
#include "worker/server.hpp"

namespace linnet::worker {

namespace {

bool is_freed(std::uint64_t address) {
  const auto block = runtime::heap_block(address);
  return block && block->freed;
}

// The instruction itself, if it is one that is watched; otherwise the hook that the call before `pc` went to, if it was a call through the table of imported functions, as
// -fno-plt makes them: ff 15 and the distance of the table's entry.
std::string called_function(std::uint64_t pc) {
  if (runtime::is_watched(pc)) return runtime::name_of_watched(pc);
  constexpr std::uint64_t kLength = 6;
  const auto opcode = runtime::peek(pc - kLength, 2);
  const auto distance = runtime::peek(pc - kLength + 2, 4);
  if (opcode != 0x15ff || !distance) return "";
  const std::uint64_t entry = pc + static_cast<std::uint64_t>(static_cast<std::int32_t>(*distance));
  const auto target = runtime::peek(entry, 8);
  Dl_info symbol{};
  if (!target || dladdr(reinterpret_cast<const void*>(*target), &symbol) == 0 ||
      symbol.dli_sname == nullptr) {
    return "";
  }
  return symbol.dli_sname;
}

// Wraps a strategy and records every step: where its thread was, what it touched, what it found and left there.
class ExecutionTracer final : public Strategy {
 public:
  // REQUIRES: the strategy outlives the tracer.
  explicit ExecutionTracer(Strategy& strategy) : strategy_(strategy) {}
  // Executions are ones of a memory model.
  void watch(ModelledMemory& memory) { memory_ = &memory; }

  bool next_execution() override { return strategy_.next_execution(); }
  ThreadNumber pick(std::span<const Ready> ready) override {
    const ThreadNumber thread = strategy_.pick(ready);
    const auto chosen = std::ranges::find(ready, thread, &Ready::thread);
    if (chosen == ready.end()) return thread;
    runtime::PendingStep pending = runtime::pending_step(thread);
    forget_middle();
    TracedStep& step = trace_.steps.emplace_back();
    step.thread = thread;
    if (!pending.where.empty()) step.function = called_function(pending.where.front());
    step.where = std::move(pending.where);
    keep_innermost(step.where);
    step.waits_for = pending.waits_for;
    step.conditional = chosen->expected.conditional;
    step.ends = chosen->expected.ends;
    step.may_crash = pending.may_crash;
    step.looks = pending.looks;
    step.moment = pending.moment;
    for (const Access& access : chosen->expected.touched()) step.accesses.push_back(observe(access));
    if (runtime::debugger_listens()) runtime::tell_of_turn(thread, chosen->expected);
    return thread;
  }
  std::uint32_t choose(std::uint32_t alternatives) override { return strategy_.choose(alternatives); }
  std::uint32_t look_back(std::span<const std::uint32_t> distances) override {
    return strategy_.look_back(distances);
  }
  void took(const Step& step) override {
    strategy_.took(step);
    if (runtime::debugger_listens()) runtime::tell_of_step(step);
    const auto last = std::find_if(trace_.steps.rbegin(), trace_.steps.rend(),
                                   [&](const TracedStep& s) { return s.thread == step.thread; });
    if (last == trace_.steps.rend()) return;
    last->taken = true;
    last->calls = step.calls;
    last->returns = step.returns;
    last->crashed = last->may_crash && step.ends;
    const Event* const event = memory_ == nullptr ? nullptr : note_event(*last);
    std::vector<TracedAccess> touched;
    for (const Access& access : step.touched()) {
      const auto announced = std::ranges::find_if(
          last->accesses, [&](const TracedAccess& a) { return a.access.address == access.address; });
      TracedAccess& traced = touched.emplace_back(
          announced != last->accesses.end() ? *announced : TracedAccess{access, {}, {}, false});
      traced.access = access;
      const bool found_by_model = step.found_by_model && &access == step.touched().data();
      if (found_by_model && access.writes) traced.before = step.found;
      // A write that the execution did not survive may not have been made. A read under a memory model may find something older
      // than what was in memory before it.
      traced.after = found_by_model && !access.writes ? std::optional(step.found) : value_at(access);
      if (last->early && &access == step.touched().data() && access.size <= 8) traced.after = event->value;
      if (step.ends && access.writes && traced.after == traced.before) traced.after.reset();
      traced.identifies = runtime::thread_identified_by(access.address);
      traced.is_birth = runtime::is_birth(access.address);
      traced.frees = access.writes && is_freed(access.address);  // a read of what is freed ends the execution
    }
    last->accesses = std::move(touched);
  }
  void waiting(std::span<const Ready> blocked) override { strategy_.waiting(blocked); }
  void finished(Ending ending) override { strategy_.finished(ending); }

  // How the execution ended: plain accesses are no steps.
  void see(const runtime::ExecutionEnding& ending) {
    for (const std::uint64_t address : runtime::addresses_in(ending))
      meet_local(address, ending.thread, ending.where);
  }
  // What was seen so far.
  Trace take() { return std::move(trace_); }

 private:
  // The last event that the step made, if it made one: what it read, and where it stands.
  const Event* note_event(TracedStep& step) {
    const ExecutionGraph& graph = memory_->graph();
    const std::uint16_t thread = memory_->names().index_of(step.thread);
    if (graph.length(thread) == 0 || trace_.left_out > 0) return nullptr;
    EventLabel label{thread, static_cast<std::uint16_t>(graph.length(thread) - 1)};
    const auto number = static_cast<std::uint32_t>(&step - trace_.steps.data());
    if (!step_of_.emplace(label, number).second) return nullptr;
    const Event* const event = &graph[label];
    if (event->kind == EventKind::write) step.early = event->place + 1 < graph.writes(event->location).size();
    if (event->kind == EventKind::write && event->of_update) --label.index;
    const Event& read = graph[label];
    if (read.kind != EventKind::read) return event;
    const auto seen = step_of_.find(read.reads_from);
    step.saw = seen == step_of_.end() ? TracedStep::kFromTheStart : seen->second;
    return event;
  }

  // Nobody reads a million steps, and no file should have them.
  void forget_middle() {
    constexpr std::size_t kMost = 20'000, kFirst = 2'000, kLast = 2'000;
    if (trace_.steps.size() < kMost) return;
    const std::size_t count = kMost - kFirst - kLast;
    const auto first = trace_.steps.begin() + kFirst;
    trace_.steps.erase(first, first + static_cast<std::ptrdiff_t>(count));
    trace_.left_out += count;
  }

  TracedAccess observe(const Access& access) {
    meet(access.address);
    meet_local(access.address);
    return {access, value_at(access), std::nullopt, false};
  }

  std::optional<std::uint64_t> value_at(const Access& access) {
    if (access.size > 8) return std::nullopt;
    const auto value = runtime::peek(access.address, access.size);
    if (value && access.size == sizeof(void*)) meet(*value);
    return value;
  }

  void meet(std::uint64_t address) {
    const auto block = runtime::heap_block(address);
    if (!block) return;
    const auto is_known = [&](const HeapBlock& known) {
      return known.address == block->address && (block->freed || known.where == block->where);
    };
    if (std::ranges::none_of(trace_.blocks, is_known)) trace_.blocks.push_back(*block);
  }

  void meet_local(std::uint64_t address, std::optional<ThreadNumber> running = {},
                  const runtime::CallStack& where = {}) {
    const auto known = std::ranges::find(trace_.frames, address, &StackFrame::address);
    if (known != trace_.frames.end()) return;
    if (const auto frame = runtime::frame_of(address, running, where)) trace_.frames.push_back(*frame);
  }

  Strategy& strategy_;
  Trace trace_;
  ModelledMemory* memory_ = nullptr;
  std::map<EventLabel, std::uint32_t> step_of_;  // by its last event
};

}  // namespace

ReplayedExecution replay(const ReplayOrder& order) {
  using Misfits = ReplayStrategy::Misfits;
  choose(order.setup);
  ReplayedExecution result;
  ReplayStrategy strategy(order.schedule, order.go_on ? Misfits::go_on : Misfits::end_it);
  ScheduleRecorder recorder(strategy, order.schedule.program, order.schedule.racy_places,
                            order.schedule.memory_model);
  if (!order.follows.empty()) recorder.follows(order.schedule, order.follows);
  ExecutionTracer tracer(recorder);
  Strategy& watched = order.trace ? static_cast<Strategy&>(tracer) : recorder;
  std::optional<GraphWalk> walk;
  if (order.schedule.memory_model) walk.emplace(*order.schedule.memory_model, watched);
  if (walk) tracer.watch(*walk);
  const auto listener = [&](const runtime::ExecutionReport& one) {
    result.ending = one.ending;
    if (order.trace) tracer.see(one.ending);
    keep_innermost(result.ending.where);
    result.output = one.output;
    result.power_failures.assign(one.power_failures.begin(), one.power_failures.end());
    return runtime::Next::stop;
  };
  runtime::RuntimeOptions options = order.setup.options;
  // Only what steps touch depends on them, and whether a loop is seen to go round for ever.
  if (order.follows.empty()) options.cuts = {.loops = options.cuts.loops};
  if (order.trace) runtime::wait_for_debugger();
  runtime::run_program(watched, options, listener, walk ? &*walk : nullptr);
  result.place = runtime::place_of(result.ending);
  result.recording = recorded_calls(walk ? &*walk : nullptr, order.schedule.memory_model);
  result.forbidden = is_forbidden_by_cpp20(walk ? &*walk : nullptr, order.schedule.memory_model);
  result.schedule = recorder.schedule();
  result.steps = recorder.steps();
  result.misfit = strategy.misfit();
  if (order.trace) {
    result.trace = tracer.take();
    result.trace.stacks = runtime::stacks();
    result.trace.object = runtime::object_under_test();
    result.modules = loaded_modules();
  }
  return result;
}

}  // namespace linnet::worker

// Execution: steps and turns, in the order in which an execution comes to them. execution_loops.cpp has how loops come round,
// execution_end.cpp how it ends.
#include "runtime/execution.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "runtime/fibers/thread_table.hpp"
#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/location.hpp"
#include "runtime/hooks/virtual_clock.hpp"
#include "runtime/instructions/instruction_step.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/libraries/libc_state.hpp"
#include "runtime/memory/standard_streams.hpp"
#include "runtime/operations.hpp"
#include "runtime/persistence/persistence.hpp"
#include "runtime/program.hpp"
#include "runtime/races/race_watch.hpp"

namespace linnet::runtime {
namespace {

// Where every fiber begins. No local objects: exceptions of the program look for handlers up to here.
void fiber_entry() {
  Thread& thread = self();
  errno = 0;
  if (thread.number == 0) {
    current.execution->exit(program().call_main());
  }
  thread.result = thread.start(thread.argument);
  current.execution->end_thread(thread);
}

void initialise_tls(const Thread& thread) {
  for (const TlsBlock& tls : thread.tls) {
    std::memcpy(tls.block, tls.image, tls.image_size);
    std::memset(static_cast<char*>(tls.block) + tls.image_size, 0, tls.size - tls.image_size);
  }
}

// REQUIRES: inlined into who waits then.
[[gnu::always_inline]] inline void note_registers(ParkedRegisters& parked) {
  asm volatile(
      "movq %%rbx, 0(%0)\n\tmovq %%rbp, 8(%0)\n\tmovq %%r12, 16(%0)\n\tmovq %%r13, 24(%0)\n\t"
      "movq %%r14, 32(%0)\n\tmovq %%r15, 40(%0)\n\tmovq %%rsp, 48(%0)"
      :
      : "r"(&parked)
      : "memory");
}

// What a strategy leaves behind on the stack of the thread that asked it would make equal states look different.
[[gnu::noinline]] void clear_stack_below() {
  std::array<unsigned char, 2048> room;
  std::memset(room.data(), 0, room.size());
  asm volatile("" : : "r"(room.data()) : "memory");
}

}  // namespace

void Execution::reset(Thread& thread) {
  thread.arena.reset();
  thread.spin.clear();
  thread.loop.clear();
  thread.calls.clear();
  thread.exit_handlers.clear();
  thread.key_values.clear();
  thread.robust_mutexes.clear();
  thread.mutexes.clear();
  thread.tries.clear();
  thread.backs_off = thread.locking = false;
  thread.rounds.clear();
  thread.undone.places.clear();
  thread.circles = thread.stack_is_shared = false;
  thread.time.clear();
  thread.cleanup_handlers.clear();
  thread.enabled = nullptr;
  thread.stays = false;
  thread.waits_on = nullptr;
  thread.queued_on = nullptr;
  thread.read_locks.clear();
  thread.starter = nullptr;
  thread.youngest = nullptr;
  thread.twin = {};
  thread.started = thread.finished = thread.detached = false;
  thread.took_step = thread.changed_nothing = thread.had_step = false;
  thread.may_crash = thread.looks = thread.drains = thread.calls_operation = false;
  thread.records_call = false;
  thread.calls_recorded = 0;
  thread.children = thread.children_reported = thread.unjoined = 0;
  thread.progress = thread.plain_writes = thread.lockings = thread.drawn = 0;
  thread.stack_writes = thread.undoable = 0;
  thread.plain_reads = thread.ignored_accesses = thread.ignored_order = 0;
  thread.fiber_of_program = nullptr;
}

// Whether anything that is copied may be put back: what is not seen as steps and memory alone is not copied.
Execution::Execution(Strategy& strategy, const RuntimeOptions& options)
    : strategy_(strategy),
      options_(options),
      may_copy_(!options.from_the_beginning && !options.isolate && current.graph == nullptr &&
                current.persistence == nullptr && are_system_calls_trapped() &&
                standard_input().text().empty() && libc_keeps_nothing()) {}

void Execution::begin() {
  restore_all();
  copies_.forget();
  now_.live.clear();
  now_.changes.clear();
  now_.log.clear();
  now_.times.clear();
  forget_atomic_locations();
  now_.steps = 0;
  now_.most_steps = options_.most_steps;
  now_.main_is_over = now_.cannot_be_copied = false;

  main_thread().born = 0;
  start_main();
  start_recording_of_main();
}

// Threads that were started after that are as if they had never been.
void Execution::go_on_from(ExecutionCopy& copy) {
  for (std::size_t i = copy.threads(); i < now_.started.size(); ++i) reset(*now_.started[i]);
  program().restore_outside();
  forget_atomic_locations();
  current.thread = &copy.put_back(now_, earlier_steps_ + copy.steps());
}

// Returns the copy to go on from.
ExecutionCopy* Execution::prepare_copies() {
  copy_at_ = kNever;
  const bool only_steps = current.graph == nullptr && current.persistence == nullptr;
  const std::optional<std::uint32_t> repeated = only_steps ? strategy_.repeated_steps() : std::nullopt;
  repeated_steps_ = repeated ? *repeated : kNever;
  if (current.races != nullptr) current.races->start_execution(repeated);
  if (!may_copy_ || !repeated) return nullptr;
  const bool are_known = current.races == nullptr || current.races->knows_repeated();
  ExecutionCopy* copy = are_known ? copies_.best_for(*repeated) : nullptr;
  if (copy != nullptr && !strategy_.skip(static_cast<std::uint32_t>(copy->steps()))) copy = nullptr;
  copy_at_ = copies_.next_after(copy, *repeated).value_or(kNever);
  return copy;
}

// A thread that has brought its own stack, or is on one of its fibers, is not where its stack is known to be.
bool Execution::can_be_copied() const {
  const auto is_on_stack = [](const Thread* thread) {
    const void* place = thread == &self() ? __builtin_frame_address(0) : thread->fiber.stack_pointer;
    return thread->on_own_stack(reinterpret_cast<std::uint64_t>(place));
  };
  return !now_.cannot_be_copied && !OutputCapture::is_pending() && !is_list_open() &&
         !are_atomic_locations_known() && std::ranges::all_of(now_.started, is_on_stack);
}

void Execution::stop_to_be_copied() {
  const OutsideProgram outside;
  copy_at_ = kNever;
  if (!can_be_copied()) return;
  stopped_to_be_copied_ = true;
  linnet_fiber_switch(&self().fiber, &root_);
}

void Execution::take_copy() {
  copies_.add().take(now_, self(), steps_of_all());
}

void Execution::start_main() {
  Thread& main = main_thread();
  main.exit_handlers = program().exit_handlers_of_main();
  main.key_values = program().key_values_of_main();
  main.started = true;
  main.plain_reads = 0;  // those of static constructors
  linnet_notes_plain_reads = current.races != nullptr && current.races->has_steps();
  main.spin.follow_writes(follows_rounds());
  now_.live.push_back(&main);
  now_.started.push_back(&main);
  prepare(main.fiber, main.stack_high, fiber_entry);
}

void Execution::restore() {
  program().restore();
  for (Thread* thread : now_.started) reset(*thread);
  now_.started.clear();
}

void Execution::restore_all() {
  if (now_.started.empty()) return;
  restore();
  persistent_heap().clear();
}

void Execution::restart_after_crash() {
  std::uint64_t now = 0;
  for (const Thread* thread : now_.started) now = std::max(now, thread->time.now());
  restore();
  now_.live.clear();
  now_.changes.clear();
  now_.times.clear();
  if (current.races != nullptr) current.races->start_execution(std::nullopt);
  main_thread().born = kRestart;
  start_main();
  main_thread().time.pass(now);
  now_.times.time_passes();
}

RanExecution Execution::run() {
  earlier_steps_ += now_.steps + 1;
  if (ExecutionCopy* copy = prepare_copies()) {
    go_on_from(*copy);
  } else {
    begin();
    current.thread = &main_thread();
  }
  if (current.persistence != nullptr) current.persistence->execution_starts();
  current.execution = this;
  if (current.graph != nullptr) current.graph->start_execution();
  root_.fs_base = main_thread().fiber.fs_base;
  for (;;) {
    trap_time_stamps();
    current.scheduled = true;
    linnet_fiber_switch(&root_, &self().fiber);
    if (std::exchange(stopped_to_be_copied_, false)) {
      take_copy();
      continue;
    }
    current.thread = &main_thread();
    if (!std::exchange(crashed_, false)) break;
    restart_after_crash();
  }
  return {std::move(ending_), now_.steps};
}

Step& Execution::next_step(Thread& self, std::uint64_t pc, Drains drains) {
  if (current.persistence != nullptr) [[unlikely]]
    current.persistence->before_step(self, pc, drains == Drains::yes);
  Step& step = fresh_step(self, pc);
  self.drains = drains == Drains::yes;
  return step;
}

namespace {

// A step runs on the stack of the program. Where the program has filled that, it is told so while there is still room to do it.
void check_room_on_stack(const Thread& self, std::uint64_t pc) {
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  const bool is_own = self.own_stack.contains(here);  // one that the program has brought along may be small
  if (is_own && here - self.stack_low < StackRequest::kRoomForHooks / 2) [[unlikely]]
    fail(Crash{SIGSEGV, here, true}, reinterpret_cast<const void*>(pc));
}

// A thread that goes on between joining one twin and another tells them apart.
void check_joins(const Thread& self) {
  if (self.twin.joined != nullptr) [[unlikely]]
    give_up_cut(WrongCut::symmetry);
}

}  // namespace

Step& Execution::fresh_step(Thread& self, std::uint64_t pc) {
  check_room_on_stack(self, pc);
  check_joins(self);
  if (self.took_step) finish_step(self);
  if (options_.states_are_compared) [[unlikely]]
    clear_stack_below();
  Step& step = self.pending.expected;
  step.access_count = 0;
  step.alternative = 0;
  step.calls = self.calls_operation;
  step.returns = false;
  step.ends = step.gives_way = false;
  step.changes_nothing = false;
  step.birth = Step::kNotBorn;
  step.conditional = false;
  step.guard = Guard::none;
  step.operand = step.found = 0;
  step.found_by_model = false;
  self.calls_operation = false;
  self.changed_nothing = self.drains = self.backs_off = self.locking = false;
  self.effect.is_known = self.circles = false;
  self.enabled = nullptr;
  self.pc = pc;
  return step;
}

void Execution::finish_step(Thread& self) {
  self.took_step = false;
  self.plain_reads = 0;
  Step& step = self.pending.expected;
  if (current.graph != nullptr) current.graph->finish_step(self, step);
  if (self.children != self.children_reported) {
    step.touch(birth(self.number, self.children_reported), 1, true);
    self.children_reported = self.children;
  }
  step.changes_nothing = self.changed_nothing;
  if (current.graph == nullptr) now_.times.took(step, self.time);  // a graph has no other order than its own
  bool wrote = false;
  for (const Access& access : step.touched()) wrote |= access.writes && !is_beginning(access.address);
  if (!wrote || self.changed_nothing) {
    self.spin.took(step, self.effects_on_loop(), now_.changes);
  } else {
    ++self.progress;
    if (self.locking) ++self.lockings;
    if (self.effect.is_known && step.access_count == 1u + (step.birth == 1)) ++self.undoable;
    self.spin.clear();  // what it wrote without a step may be handed over by this one
    for (const Access& access : step.touched()) {
      if (access.writes && !is_beginning(access.address)) now_.changes.add(access);
    }
  }
  if (now_.log.is_on()) now_.log.add(step, self.effect);
  {
    const OutsideProgram outside;
    strategy_.took(step);
  }
  if (strategy_.diverged()) [[unlikely]]
    fail(Nondeterminism{self.number}, nullptr);
  if (self.spin.idle_steps() > options_.most_idle_steps) reached(Limit::spin);
}

// A thread that goes on for ever is no reason for the program not to end.
void Execution::reached(Limit limit) const {
  if (now_.main_is_over) give_up_cut(WrongCut::end);
  fail(LimitReached{limit}, nullptr);
}

Thread& Execution::choose_thread() {
  if (now_.steps == copy_at_) [[unlikely]]
    stop_to_be_copied();
  if (current.races != nullptr) current.races->before_step(now_.steps);
  if (++now_.steps > now_.most_steps) reached(Limit::steps);
  if (now_.steps % kPatience == 0) [[unlikely]]
    end_if_nobody_waits();
  const OutsideProgram outside;
  const ThreadNumber repeated = now_.steps <= repeated_steps_ ? strategy_.repeats() : kNoThread;
  Thread& thread = repeated == kNoThread ? ask_strategy() : thread_to_repeat(repeated);
  thread.last_turn = steps_of_all();
  return thread;
}

Thread& Execution::thread_to_repeat(ThreadNumber number) const {
  Thread* const thread = find_thread(number);
  const bool goes_on = thread != nullptr && thread->started && !thread->finished && can_go_on(*thread);
  if (!goes_on) fail(Nondeterminism{number}, nullptr);
  return *thread;
}

Thread& Execution::ask_strategy() {
  if (ready_.size() < now_.live.size()) ready_.resize(now_.live.size());
  std::size_t count = 0;
  for (Thread* thread : now_.live) {
    if (!can_go_on(*thread)) continue;
    if (thread->circles) thread->pending.expected.gives_way = !thread->undone.would_differ(thread->rounds);
    ready_[count++] = thread->pending;
  }
  if (count == 0) end_waiting();
  if (!strategy_.reorders() && goes_round_for_ever()) end_deadlocked();
  const ThreadNumber picked = strategy_.pick({ready_.data(), count});
  if (picked == kNoThread) end({.what = Abandoned{}, .thread = self().number, .where = {}});
  for (std::size_t i = 0; i < count; ++i) {
    if (ready_[i].thread == picked) return *find_thread(picked);
  }
  fail(Nondeterminism{picked}, nullptr);
}

void Execution::switch_to(Thread& from, Thread& to) {
  current.thread = &to;
  linnet_fiber_switch(&from.fiber, &to.fiber);
}

void Execution::take_turn(Thread& self) {
  const bool begins = !self.had_step;
  if (begins) [[unlikely]] {
    self.had_step = true;
    self.children_reported = self.children;
    if (self.born != 0) {
      Step& step = self.pending.expected;
      step.birth = step.access_count;
      step.touch(self.born, 1, false);
    }
  }
  if (options_.states_are_compared) [[unlikely]]
    note_registers(self.parked);
  if (self.starter != nullptr) [[unlikely]] {
    Thread& starter = *self.starter;
    self.starter = nullptr;
    switch_to(self, starter);
  } else if (Thread& next = choose_thread(); &next != &self) {
    switch_to(self, next);
  }
  if (options_.states_are_compared) [[unlikely]]
    clear_stack_below();
  self.took_step = true;
  if (begins) [[unlikely]]
    self.twin.moved = true;
  for (const Access& access : self.pending.expected.touched()) self.spin.read(access.address, access.size);
  if (current.graph != nullptr) current.graph->turn_begins();
  if (current.persistence != nullptr) [[unlikely]]
    current.persistence->in_step(self);
  if (self.pending.expected.calls) record_call(self);
}

void Execution::take_turn_when(Thread& self, Enabled enabled, WaitsFor what, const void* object) {
  self.enabled = enabled;
  self.waits_for = what;
  self.waits_on = object;
  take_turn(self);
}

void Execution::stay(Thread& self, Enabled enabled, WaitsFor what, const void* object) {
  self.stays = true;
  self.took_step = false;
  self.enabled = enabled;
  self.waits_for = what;
  self.waits_on = object;
  switch_to(self, choose_thread());
  __builtin_unreachable();
}

std::uint32_t Execution::choose(std::uint32_t alternatives) {
  if (alternatives < 2) return 0;
  const OutsideProgram outside;
  const std::uint32_t chosen = strategy_.choose(alternatives);
  self().spin.chose();
  if (chosen >= alternatives) fail(Nondeterminism{self().number}, nullptr);
  self().pending.expected.alternative = chosen;
  if (current.graph != nullptr) current.graph->chose(self());
  return chosen;
}

void Execution::make_room_in_step(Thread& self, const void* pc) {
  const bool has_birth = self.children != self.children_reported;
  if (!self.took_step || has_birth || self.pending.expected.access_count + 2u <= Step::kMostAccesses) return;
  next_step(self, reinterpret_cast<std::uint64_t>(pc));
  take_turn(self);
}

void Execution::start(Thread& child, Thread& parent) {
  // Who of several threads looks first must not matter.
  if (current.persistence != nullptr) [[unlikely]]
    current.persistence->look_at_all(parent.pc);
  child.started = true;
  child.spin.follow_writes(parent.spin.follows_writes());
  child.starter = &parent;
  now_.live.insert(std::upper_bound(now_.live.begin(), now_.live.end(), &child,
                                    [](const Thread* a, const Thread* b) { return a->number < b->number; }),
                   &child);
  now_.started.push_back(&child);
  initialise_tls(child);
  prepare(child.fiber, child.stack_high, fiber_entry);
  switch_to(parent, child);
}

void Execution::end_thread(Thread& self) {
  check_joins(self);
  run_thread_local_destructors(self);
  run_key_destructors(self);
  abandon_robust_mutexes(self);
  if (current.persistence != nullptr) [[unlikely]]
    current.persistence->thread_ends(self);
  if (current.graph != nullptr) {
    next_step(self, 0);
    take_turn(self);
    current.graph->end(self);
  }
  self.finished = true;
  now_.live.erase(std::find(now_.live.begin(), now_.live.end(), &self));
  if (current.races != nullptr && current.graph == nullptr)
    current.races->releases(self.number, self.identity);
  if (self.took_step) {
    self.pending.expected.touch(self.identity, sizeof(pthread_t), true);
    finish_step(self);
  }
  if (self.starter != nullptr) {
    switch_to(self, *std::exchange(self.starter, nullptr));
  } else if (now_.live.empty()) {
    end({.what = Completed{0}, .thread = self.number, .where = {}});
  } else {
    switch_to(self, choose_thread());
  }
  __builtin_unreachable();
}

void Execution::crash(Thread& self, bool worthwhile) {
  current.scheduled = false;
  Step& step = self.pending.expected;
  step.ends = true;
  if (!worthwhile) {
    record_cut();
    end({.what = Completed{0}, .thread = self.number, .where = {}});
  }
  record_crash();
  current.persistence->power_fails(self);
  collect_left();
  step.touch(kRestart, 1, true);
  finish_step(self);
  if (!left_.empty()) strategy_.waiting(left_);
  crashed_ = true;
  leave();
}

void Execution::exit(int status) {
  Thread& thread = self();
  run_thread_local_destructors(thread);
  program().run_exit_handlers();
  exit_now(status);
}

void Execution::exit_now(int status) {
  Thread& thread = self();
  check_joins(thread);
  if (!is_alone(thread)) {
    if (thread.number == 0 && end_waits_for_others(status)) leave_to_others(thread);
    Step& step = next_step(thread, 0);
    step.ends = true;
    take_turn(thread);
  }
  if (is_cut_short()) end({.what = Abandoned{true}, .thread = thread.number, .where = {}});
  end({.what = Completed{status}, .thread = thread.number, .where = {}});
}

void call_in_next_step() {
  Thread& thread = self();
  // What created the thread comes before its first call, so the thread has an event before it.
  if (current.graph != nullptr && current.graph->next_event(thread).index == 0) {
    current.execution->next_step(thread, 0);
    current.execution->take_turn(thread);
  }
  thread.calls_operation = true;
  ++thread.progress;
  if (!current.execution->options().calls_are_steps) return;
  current.execution->next_step(thread, 0);
  current.execution->take_turn(thread);
}

void return_in_last_step() {
  Thread& thread = self();
  if (thread.calls_operation || !thread.took_step) {  // it had no visible step of its own
    current.execution->next_step(thread, 0);
    current.execution->take_turn(thread);
  }
  thread.pending.expected.returns = true;
  ++thread.progress;
}

}  // namespace linnet::runtime

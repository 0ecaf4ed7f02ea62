// One execution of the program: whose turn it is, and how it ends.
//
// A hook that stands for a visible step does
//
//   Step& step = next_step(pc);      the step before is over, with all invisible work after it
//   step.touch(address, size, ...);  what the new one may touch at most
//   take_turn();                     the strategy chooses; returns when it chose this thread
//   ...                              performs the step, and says in `step` what it really touched
//
// and returns to the program, which runs on to its next hook. There is no scheduler thread: the thread that
// arrives at its next step asks the strategy and switches straight to the chosen one.
//
// A new thread runs at once up to its first step; the creation is part of the creator's step before, its end
// part of its own last one. So creating and ending threads are no steps, but they are ordered: the creator's
// step writes the child's birth, the child's first step reads it, its last step writes its identity, and
// joining reads that.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/execution_copy.hpp"
#include "runtime/execution_state.hpp"
#include "runtime/fibers/current.hpp"
#include "runtime/fibers/thread.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {

// Whether a step has a fence or a locked instruction, and flushes of persistent memory take effect with it.
enum class Drains : std::uint8_t { no, yes };

using Enabled = bool (*)(const Thread&);

// What the hook of a step was called with besides the location: what it does depends on nothing else.
struct StepOperands {
  std::uint64_t first = 0, second = 0;
  std::array<std::uint64_t, 2> upper_halves{};
  std::uint64_t pointer = 0;
  int order = 0;
  enum class Kind : std::uint8_t { other, load, compare } kind = Kind::other;
  int order_of_read = 0;  // of a load, or of a compare-exchange that fails
};

struct RanExecution {
  ExecutionEnding ending;
  std::uint64_t steps = 0;
};

// The life of all executions of a run; one at a time.
class Execution {
 public:
  Execution(Strategy& strategy, const RuntimeOptions& options);
  ~Execution() { restore_all(); }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  // Runs main from the snapshot's state, or from where the execution before was copied, to its end. The next one, or the end of
  // them all, restores the snapshot's state.
  RanExecution run();

  Step& next_step(Thread& self, std::uint64_t pc, Drains drains = Drains::yes);
  // The same, with nothing before it: no crash.
  Step& fresh_step(Thread& self, std::uint64_t pc);
  void take_turn(Thread& self);
  void take_turn_when(Thread& self, Enabled enabled, WaitsFor what, const void* object);
  // As take_turn(), for a step that may change nothing: a loop of such steps without effect is recognised.
  void take_turn_or_spin(Thread& self, std::uint64_t location, const StepOperands& operands = {});
  // The thread is about to take a step. If it has come round a loop that put back all that it changed, it gives way, or does not take
  // it in this execution at all. REQUIRES: called from a hook in hook_entry.S.
  void look_for_undone_round(Thread& self, std::uint64_t location, const StepOperands& operands = {});
  // The thread does not go on in this execution. At its end, `enabled` says whether it could now.
  [[noreturn]] void stay(Thread& self, Enabled enabled, WaitsFor what, const void* object);
  std::uint32_t choose(std::uint32_t alternatives);

  // Before a thread is created: the creator's step must have room for the birth of a child and for its own
  // end.
  void make_room_in_step(Thread& self, const void* pc);
  // Starts the thread and runs it up to its first step.
  void start(Thread& child, Thread& parent);
  [[noreturn]] void end_thread(Thread& self);
  [[noreturn]] void end(ExecutionEnding ending);
  // The power fails in this step: everything begins again, but for persistent memory. If it is not worthwhile, the
  // execution ends here.
  [[noreturn]] void crash(Thread& self, bool worthwhile);
  [[noreturn]] void exit(int status);
  [[noreturn]] void exit_now(int status);  // without handlers

  TimesOfSteps& times() { return now_.times; }
  // The execution does what a copy of it would not have.
  void cannot_be_copied() { now_.cannot_be_copied = true; }

  // Whether the thread knows, from its own past alone, that no other is left: it is main, and has joined all.
  bool is_alone(const Thread& thread) const { return thread.number == 0 && thread.unjoined == 0; }
  bool can_go_on(const Thread& thread) const {
    return !thread.stays && !waits_for_twin(thread) && (thread.enabled == nullptr || thread.enabled(thread));
  }
  // A thread begins after those that are like it and were created before it.
  static bool waits_for_twin(const Thread& thread) {
    return thread.twin.older != nullptr && !thread.twin.older->twin.moved;
  }
  std::uint64_t steps_of_all() const { return earlier_steps_ + now_.steps; }
  const RuntimeOptions& options() const { return options_; }
  const ChangeLog& changes() const { return now_.changes; }
  const std::vector<Thread*>& live() const { return now_.live; }
  const std::vector<Thread*>& started() const { return now_.started; }

 private:
  static constexpr std::uint64_t kNever = UINT64_MAX;
  static constexpr std::uint64_t kPatience = 1 << 12;  // steps

  void begin();
  void go_on_from(ExecutionCopy& copy);
  ExecutionCopy* prepare_copies();
  void stop_to_be_copied();
  void take_copy();
  bool can_be_copied() const;
  void start_main();
  void restart_after_crash();
  void restore();
  void restore_all();  // with persistent memory
  void reset(Thread& thread);
  void finish_step(Thread& self);
  bool follows_rounds() const;
  bool cuts(const Thread& self) const;
  bool is_cut(const Thread& self, bool is_covered);
  void look_for_undone_round(Thread& self, const HookArguments& arguments,
                             std::span<const unsigned char> state);
  bool goes_round_for_ever() const;
  SpinWatch::Carried look_at_carried(Thread& self, const HookArguments& arguments,
                                     const StepOperands& operands);
  bool is_cut_short() const;
  void end_if_nobody_waits() const;
  void reached(Limit limit) const;
  void note_cuts() const;
  Thread& choose_thread();
  Thread& ask_strategy();
  Thread& thread_to_repeat(ThreadNumber number) const;
  void switch_to(Thread& from, Thread& to);
  [[noreturn]] void end_waiting();
  [[noreturn]] void end_deadlocked();
  bool end_waits_for_others(int status) const;
  [[noreturn]] void leave_to_others(Thread& main);
  void look_for_leaks();
  void collect_left();
  [[noreturn]] void leave();

  Strategy& strategy_;
  const RuntimeOptions& options_;
  Fiber root_;
  ExecutionState now_;
  std::vector<Ready> ready_;
  std::vector<Ready> left_;          // at the end
  std::uint64_t earlier_steps_ = 0;  // of earlier executions
  CopiesOnPath copies_;
  bool may_copy_;
  // This many steps are those of the execution before; kNever if that is not known.
  std::uint64_t repeated_steps_ = kNever;
  std::uint64_t copy_at_ = kNever;  // before the step of this number
  bool stopped_to_be_copied_ = false;
  bool crashed_ = false;
  ExecutionEnding ending_;
};

inline Thread& self() {
  return *current.thread;
}
inline Step& next_step(const void* pc) {
  return current.execution->next_step(self(), reinterpret_cast<std::uint64_t>(pc));
}
inline void take_turn() {
  current.execution->take_turn(self());
}
inline void take_turn_when(Enabled enabled, WaitsFor what, const volatile void* object) {
  current.execution->take_turn_when(self(), enabled, what, const_cast<const void*>(object));
}

// As Execution::run(), with --isolate=fork: every execution in a child of a process that never ran one.
//
// For what the snapshot cannot put back: libraries that are not instrumented and keep mappings, descriptors or raw
// atomics of their own. The child runs the program and asks for each choice; strategy and judge stay with the parent,
// and what the child recorded comes back at the end: it is found where it is after any other execution. A child that dies
// costs one execution. Two messages between processes per step make this some hundred times slower than putting the state back.
// REQUIRES: between next_execution() and finished(), or the strategy is for this execution alone.
RanExecution run_in_child(Strategy& strategy, const RuntimeOptions& options);

// Where threads were cut in the executions of this process, by the place of the step: a way there, and how many.
std::map<std::uint64_t, std::pair<CallStack, std::uint64_t>>& cut_places();

Ending ending_of(const ExecutionEnding& ending);

// Ends the execution with what happened, at the place of the running thread.
[[noreturn]] void fail(decltype(ExecutionEnding::what) what, const void* pc);
[[noreturn]] void fail_unsupported(std::string_view call, const void* pc);

// This execution is not covered by those that the cut leaves.
[[noreturn]] void give_up_cut(WrongCut wrong);

// The running thread's recorded operations: a call becomes part of the next step, a return of the last one.
void call_in_next_step();
void return_in_last_step();

}  // namespace linnet::runtime

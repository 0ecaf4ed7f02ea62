// One thread of the program under test: its fiber, its pending step, and what is its own.
//
// A thread is made once per process for each number and started anew in each execution that has it; its
// stack, its TLS and its arena are at the same addresses every time. What an execution changes of it, besides memory, is a
// ThreadState: a value, of which a copy can be put back.
#pragma once

#include <pthread.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/mostly_empty.hpp"
#include "protocol/execution_ending.hpp"
#include "runtime/fibers/fiber.hpp"
#include "runtime/fibers/plain_loop.hpp"
#include "runtime/fibers/spin_watch.hpp"
#include "runtime/fibers/thread_time.hpp"
#include "runtime/fibers/undone_rounds.hpp"
#include "runtime/memory/arena.hpp"
#include "runtime/memory/module.hpp"
#include "schedule/strategy.hpp"

namespace linnet::runtime {

// The functions a thread is in, kept by __tsan_func_entry and __tsan_func_exit, and those it was in at any
// moment before: a race is reported with the calls of both its accesses.
class ShadowStack {
 public:
  ShadowStack() = default;
  ShadowStack(const ShadowStack& other) { *this = other; }
  // Only the frames that it is in.
  ShadowStack& operator=(const ShadowStack& other) {
    depth_ = other.depth_;
    std::copy_n(other.frames_.begin(), std::min(depth_, frames_.size()), frames_.begin());
    past_ = other.past_;
    return *this;
  }
  void enter(std::uint64_t return_address) {
    if (depth_ < frames_.size()) frames_[depth_] = return_address;
    ++depth_;
    note(return_address);
  }
  void leave() {
    if (depth_ != 0) --depth_;
    note(kLeft);
  }
  void clear() {
    depth_ = 0;
    past_.clear();
  }
  // Where the innermost function was called from, or one further out; 0 if that is not known.
  std::uint64_t caller(std::size_t outwards = 0) const {
    const std::size_t frame = depth_ - 1 - outwards;
    return frame < frames_.size() ? frames_[frame] : 0;
  }
  CallStack innermost_first(std::uint64_t pc) const;
  // How many entries and exits there were; for innermost_first_at().
  std::uint32_t moment() const { return static_cast<std::uint32_t>(past_.size()); }
  CallStack innermost_first_at(std::uint32_t moment, std::uint64_t pc) const;

 private:
  static constexpr std::uint64_t kLeft = 0;
  static constexpr std::size_t kFirstPast = 1 << 16, kLongestPast = 1 << 22;

  // Room is made seldom and early: an endless recursion is to overflow its stack in the program, not while memory is allocated.
  void note(std::uint64_t call) {
    if (past_.size() == past_.capacity()) [[unlikely]]
      past_.reserve(std::max(kFirstPast, 2 * past_.size()));
    if (past_.size() < kLongestPast) past_.push_back(call);
  }

  std::array<std::uint64_t, 1024> frames_{};  // what is called deeper is counted, not kept
  std::size_t depth_ = 0;
  MostlyEmpty<std::uint64_t> past_;  // return addresses of calls, and kLeft
};

struct ThreadExitHandler {
  void (*function)(void*);
  void* argument;
};

// What a thread that waits for its turn is, besides memory: all above the stack pointer is part of it.
struct ParkedRegisters {
  std::array<std::uint64_t, 6> registers{};  // those that a function call keeps
  std::uint64_t stack_pointer = 0;
};

struct Thread;

// A thread that nothing tells from others with the same code, argument and creator: see hooks/twins.hpp.
struct Twin {
  const Thread* older = nullptr;  // begins before it; null for the first
  bool has_younger = false;
  const Thread* first = nullptr;  // of them all, itself included; null: it has no twin
  std::uint32_t unjoined = 0;     // of them all, kept by the first
  const Thread* joined =
      nullptr;                // its last step was to join one of these, of which others are not joined yet
  bool knows_itself = false;  // it looked at its identity
  bool moved = false;         // it has taken a step
};

// All that an execution changes of a thread, but for its memory.
struct ThreadState {
  Fiber fiber;
  ParkedRegisters parked;  // with RuntimeOptions::states_are_compared

  // The step it waits to take, and once chosen the step it is taking: what it may touch becomes what it
  // touched. `enabled` is null if it can always be taken.
  Ready pending{};
  bool (*enabled)(const Thread&) = nullptr;
  bool stays =
      false;  // it takes no more steps, because another execution goes on with it: see Execution::stay()
  bool spins = false;  // it stays where it was at the beginning of a round that saw no change
  WaitsFor waits_for{};
  const void* waits_on = nullptr;
  std::size_t waits_since = 0;   // how many changes it has seen, where it waits for another one
  bool took_step = false;        // since it was last chosen; false before its first step
  bool changed_nothing = false;  // the step it took left memory as it was, though it may count as a write
  bool had_step = false;
  bool may_crash = false;  // the step it waits to take is one in which the power may fail
  bool looks = false;      // it is one that decides what a crash left of a line
  bool drains = false;     // its flushes take effect with this step: it has a fence or a locked instruction
  bool calls_operation = false;  // its next step is the first of a recorded operation
  std::uint32_t operation = 0;   // the recorded operation it is in, or was in last
  bool records_call = false;     // it is in a call that it records itself (linnet/record.h)
  std::uint32_t calls_recorded = 0;
  std::uint64_t pc = 0;  // of the call that is this step

  // The condition variable, futex or barrier it sleeps on; null once it is woken.
  const void* queued_on = nullptr;
  MostlyEmpty<const void*> read_locks;  // those it holds for reading, each as often as it took it

  Thread* starter = nullptr;  // runs on when this thread has reached its first step
  std::uint64_t born = 0;     // the location its first step reads: see location.hpp
  const Thread* creator = nullptr;
  Thread* youngest = nullptr;  // the child that it created last
  Twin twin;
  std::uint32_t unjoined = 0;  // children that it has not joined, and such children of those it joined
  std::uint32_t children = 0;
  std::uint32_t children_reported = 0;  // those before are part of an earlier step
  bool started = false;                 // in this execution
  bool finished = false;
  bool detached = false;
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;

  std::uint64_t stack_low = 0;  // of this execution: see give_stack()
  std::uint64_t stack_high = 0;
  MostlyEmpty<ThreadExitHandler> exit_handlers;
  MostlyEmpty<void*> key_values;
  MostlyEmpty<void*> robust_mutexes;  // that it holds
  // All mutexes that it holds, as far as it did not find them locked by static constructors.
  MostlyEmpty<const void*> mutexes;
  // Its last step is a try-lock that failed, which announced that it may give those back.
  bool backs_off = false;
  bool locking = false;                 // its step locks or unlocks a mutex, and does nothing else
  MostlyEmpty<void*> cleanup_handlers;  // pthread_cleanup_push of C: where to go on when the thread is left
  _Unwind_Exception leaving{};          // what unwinds its stack then

  std::uint64_t progress = 0;  // what it changed outside its own stack, but for plain writes
  std::uint64_t plain_writes = 0;
  std::uint64_t lockings = 0;      // those of them that lock or unlock a mutex, and nothing else
  std::uint64_t undoable = 0;      // those of them that changed one location, which can be put back
  std::uint64_t stack_writes = 0;  // plain writes to its own stack
  std::uint64_t drawn = 0;         // random numbers
  std::uint32_t plain_reads = 0;   // since its last step
  // What the program asked the race detector not to look at, as often as it asked: tsan_interface.cpp.
  std::uint32_t ignored_accesses = 0, ignored_order = 0;
  void* fiber_of_program = nullptr;  // that it switched to last
  SpinWatch spin;
  SpinWatch tries;               // what it was like at try-locks while it held other mutexes
  StepEffect effect;             // of its step, where rounds are followed
  RoundVisits rounds;            // of loops
  bool circles = false;          // it is at the end of a round that put back what it changed:
  UndoneRound undone;            // this one
  bool stack_is_shared = false;  // another thread has read or written its stack
  PlainLoop loop;
  ThreadTime time;
  ShadowStack calls;
  const void* asks_for_block = nullptr;  // the place in the program from which it is in operator new
};

struct Thread : ThreadState {
  ThreadNumber number = 0;
  MemoryRange own_stack;       // what is mapped for it
  std::uint64_t identity = 0;  // its pthread_t
  std::vector<TlsBlock> tls;
  Arena arena;
  std::uint64_t last_turn = 0;  // of all turns of this process: when it was last chosen

  void reads_plainly(std::uint64_t address, std::uint32_t size) {
    if (spin.is_told_of_reads() && !on_own_stack(address)) [[unlikely]]
      spin.read_plainly(address, size);
    if (rounds.follows_reads()) [[unlikely]]
      rounds.read(address, size, on_own_stack(address));
  }
  // It changes memory in a way that is no step.
  void writes_plainly(std::uint64_t address, std::uint32_t size, std::uint64_t pc_of_hook) {
    const bool own = on_own_stack(address);
    plain_writes += !own;
    stack_writes += own;
    if (spin.follows_writes()) spin.wrote(address, size, own, pc_of_hook);
  }
  // Changes with everything that it changes outside its own stack.
  std::uint64_t effects() const { return progress + plain_writes; }
  // The same without what it can put back.
  std::uint64_t lasting_effects() const { return effects() - undoable; }
  // The same for a loop, which knows itself what was written plainly where it follows that.
  std::uint64_t effects_on_loop() const { return spin.follows_writes() ? progress : effects(); }
  bool on_own_stack(std::uint64_t address) const { return address - stack_low < stack_high - stack_low; }
};

}  // namespace linnet::runtime

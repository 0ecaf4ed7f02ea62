// Small concurrent programs as data, and an interpreter that runs them under a Strategy, step by step as the
// real runtime does: the strategies are tested with these, without anything native.
//
// A program has up to four threads (more for the known counts) over shared variables, locks and condition
// variables; instructions that other threads can notice are steps, the rest is done on the way to the next
// step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "schedule/step.hpp"
#include "schedule/strategy.hpp"

namespace linnet::model {

// Those up to crash are steps, and so is the last one. The program of tests/programs/model knows the numbers.
enum class Code : std::uint8_t {
  load,          // reg = [place]
  store,         // [place] = a
  fetch_add,     // reg = [place]; [place] += a
  cas,           // reg = ([place] == a); if so [place] = b, if not a read
  exchange,      // reg = [place]; [place] = a
  clear,         // all variables = 0, in one access as wide as they are
  lock,          // object
  unlock,        // object
  try_lock,      // reg = 1 and object taken, or reg = 0
  wait,          // on condition `object`, giving up lock `target` meanwhile
  signal,        // object
  broadcast,     // object
  choose,        // reg = 0 .. a-1
  spawn,         // thread `object`
  join,          // thread `object`
  exit,          // of the program
  crash,         // or not: all threads vanish, locks are free, and thread 0 begins with its recovery; once
  set,           // reg = a
  add,           // reg = a + b
  jump_equal,    // to target if a == b
  jump_unequal,  // to target if a != b
  call,          // of operation `object`, at the next step
  ret,           // of the operation with result a, at the last step
  check,         // the program fails if a == b
  barrier,       // object; three steps: arrive, leave, and if a is 1 somewhere, reg = whether it is the first
};

struct Operand {
  bool is_register = false;
  std::int64_t value = 0;
};
inline Operand constant(std::int64_t n) {
  return {false, n};
}
inline Operand reg(int r) {
  return {true, r};
}

struct Instruction {
  Code code;
  int reg = 0;
  int object = 0;
  Operand a{};
  Operand b{};
  int index_register = -1;  // if given, added to `object`: [place] is variable object + that register
  int target = 0;
};

using Body = std::vector<Instruction>;

struct Program {
  std::vector<Body> threads;  // those that no thread spawns start at once
  std::vector<std::int64_t> variables;
  int locks = 0;
  int conditions = 0;
  std::vector<int> barriers = {};  // how many threads each is for
  bool barriers_commute =
      false;  // arrivals do not conflict. REQUIRES: no more threads use one than it is for
  bool end_waits =
      false;  // an exit of thread 0 is no step, and the program ends when no other thread can go on
  // By thread: the one before it that is like it, or -1. It takes its first step after that one has; empty: none waits.
  std::vector<int> twins = {};
  std::vector<bool> spawned;  // by thread; empty if all start at once
  int recovery = -1;          // where it begins in the body of thread 0, which otherwise ends there

  int twin_of(std::size_t thread) const { return twins.empty() ? -1 : twins[thread]; }
  bool has_twin_after(std::size_t thread) const {
    return std::ranges::find(twins, static_cast<int>(thread)) != twins.end();
  }
  bool is_spawned(std::size_t thread) const { return !spawned.empty() && spawned[thread]; }
  std::string to_string() const;
};

constexpr int kMostThreads = 24;
constexpr int kMostVariables = 160;
constexpr int kMostObjects = 4;
constexpr int kRegisters = 6;

// The state between two steps. A plain value: the enumerator copies it.
class Machine {
 public:
  explicit Machine(const Program& program);
  // Moves every thread to its first step.
  void start();

  // The steps that could be taken now, and those that wait, sorted by thread.
  std::size_t ready(std::array<Ready, kMostThreads>& into) const { return collect(into, true); }
  std::size_t waiting(std::array<Ready, kMostThreads>& into) const { return collect(into, false); }
  // REQUIRES: no thread is ready.
  Ending ending() const;
  // REQUIRES: thread is ready. `choose` is called only if there are several outcomes.
  Step take(ThreadNumber thread, const std::function<std::uint32_t(std::uint32_t)>& choose);

  // If the last step was a crash: the steps of the other threads that it prevented.
  const std::vector<Ready>& left_by_crash() const { return left_by_crash_; }

  // Memory, registers and the position of each thread.
  std::string final_state() const;
  // The same whichever of threads with the same body was which.
  std::string state_of_anyone() const;
  // The thread and instruction that failed; empty if none did.
  const std::string& failure() const { return failure_; }
  std::int64_t variable(int i) const { return variables_[i]; }
  std::int64_t result(ThreadNumber t) const { return threads_[t].result; }
  int operation(ThreadNumber t) const { return threads_[t].operation; }

 private:
  enum class Phase : std::uint8_t { absent, running, asleep, relocking, exiting, done, leaving, electing };
  struct Thread {
    Phase phase = Phase::running;
    bool fresh = true;     // has not taken a step
    bool calling = false;  // the next step is the first of an operation
    bool in_operation_without_step = false;
    bool returned = false;  // by the invisible work after the last step
    int at = 0;
    int stepped = 0;  // the instruction of its last step
    int waits_on = -1;
    int relock = -1;
    int barrier = -1, phase_of_barrier = 0;  // that it has arrived at
    int operation = -1;
    std::int64_t result = 0;
    std::array<std::int64_t, kRegisters> registers{};
  };

  // A loop of accesses that change nothing, as in runtime/fibers/spin_watch.hpp: a thread that is back in an
  // earlier state (a visit), having changed nothing since, waits for a change of something that it read in
  // between (a round).
  struct Spin {
    struct Visit {
      int at;
      std::array<std::int64_t, kRegisters> registers;
      std::size_t reads, steps;  // so far
    };
    struct Read {
      int variable;
      std::size_t changes;  // so far
    };
    std::vector<Visit> visits;
    std::vector<Read> reads;
    std::size_t steps = 0;
    // What belongs to the step that is due.
    std::vector<Read> round;
    std::size_t round_steps = 0;
    bool came_round = false;
  };
  bool may_spin(Code code) const;
  void arrive(ThreadNumber t);
  bool woken(const Spin& spin) const;
  void announce_round(const Spin& spin, Step& step) const;
  void watch(Spin& spin, const Step& step);

  std::size_t collect(std::array<Ready, kMostThreads>& into, bool ready) const;
  Step announce(ThreadNumber t) const;
  bool waits_for_twin(ThreadNumber t) const;
  bool open(ThreadNumber t) const;
  std::int64_t value(const Thread& thread, Operand operand) const {
    return operand.is_register ? thread.registers[operand.value] : operand.value;
  }
  int place(const Thread& thread, const Instruction& instruction) const {
    return instruction.object + (instruction.index_register < 0
                                     ? 0
                                     : static_cast<int>(thread.registers[instruction.index_register]));
  }
  // Runs invisible instructions up to the next step.
  void advance(ThreadNumber t);
  void execute(ThreadNumber t, Step& step, const std::function<std::uint32_t(std::uint32_t)>& choose);
  void wake(ThreadNumber woken, Step& step);
  void crash(ThreadNumber t, Step& step);
  int end_of(ThreadNumber t) const;
  void announce_barrier(ThreadNumber t, Step& step) const;
  void arrive_at_barrier(ThreadNumber t, Step& step);
  void leave_barrier(ThreadNumber t, Step& step);
  void elect(ThreadNumber t, Step& step);

  const Program* program_;
  std::array<std::int64_t, kMostVariables> variables_{};
  std::array<int, kMostObjects> locks_{};  // 0 free, otherwise 1
  struct Barrier {
    int arrived = 0, phase = 0;
    std::uint32_t looked_at = 0,
                  elected = 0;  // a bit for each phase: who is first is looked at; and is known
  };
  std::array<Barrier, kMostObjects> barriers_{};
  std::array<Thread, kMostThreads> threads_{};
  int thread_count_;
  std::vector<Spin> spins_;   // by thread, if there are loops
  std::vector<int> changes_;  // of variables, in order, if there are loops
  bool exited_ = false, failed_ = false, crashed_ = false, main_is_over_ = false;
  std::string failure_;
  std::vector<Ready> left_by_crash_;
  std::uint32_t joined_ = 0;  // threads whose end is a step because another thread waits for it
};

// One execution under a strategy.
struct Execution {
  Ending ending;
  std::vector<Step> steps;
  // For the steps that return: what the operation returned, and which operation it was.
  std::vector<std::int64_t> results;
  std::vector<int> operations;
  std::string state, failure;
  std::string state_of_anyone;
};

// Runs the strategy to the end, or for `most` executions. Returns the number of executions that were not
// abandoned.
std::size_t drive(const Program& program, Strategy& strategy,
                  const std::function<void(const Execution&)>& seen, std::size_t most = SIZE_MAX);

}  // namespace linnet::model

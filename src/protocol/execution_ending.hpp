// How one execution ended: a closed family, each member with its own data.
//
// The runtime states facts (addresses, program counters, which thread waits for what); the report turns
// addresses into names and lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/message.hpp"
#include "scenario/ending_kind.hpp"
#include "schedule/schedule.hpp"

namespace linnet {

namespace runtime {

// The position of a thread: the innermost program counter first.
using CallStack = std::vector<std::uint64_t>;

}  // namespace runtime

struct HeapBlock {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool freed = false;
  // The allocating thread and place: the caller of operator new or malloc comes first. Empty if that is no
  // longer known.
  ThreadNumber thread = 0;
  runtime::CallStack where = {};

  auto members() { return std::tie(address, size, freed, thread, where); }
};

}  // namespace linnet

namespace linnet::runtime {

struct Completed {
  int status = 0;  // of main or exit
};

enum class WaitsFor : std::uint8_t {
  mutex,
  rwlock,
  condition,
  barrier,
  semaphore,
  spin_lock,
  futex,
  once,  // pthread_once or the initialisation of a static local
  thread,
  spin_loop,  // repeats the same state until another thread changes what it reads
  channel,    // a pipe, a pair of sockets, an eventfd, ...
  outside,    // in a system call, for something that may come from outside of the program
  last = outside,
};

struct Waiting {
  ThreadNumber thread = 0;
  WaitsFor what{};
  std::uint64_t object = 0;
  CallStack where;

  auto members() { return std::tie(thread, what, object, where); }
};

// No thread can take a step, and at least one waits. It is called stuck if one of them is in a spin loop.
struct Deadlock {
  std::vector<Waiting> waiting;
  bool stuck() const {
    for (const Waiting& w : waiting) {
      if (w.what == WaitsFor::spin_loop) return true;
    }
    return false;
  }

  auto members() { return std::tie(waiting); }
};

struct Crash {
  int signal = 0;
  std::uint64_t address = 0;  // the faulting one, if the signal has one
  bool stack_overflow = false;
};

struct FailedAssertion {
  std::string expression;
  std::string file;
  unsigned line = 0;
  std::string function;

  auto members() { return std::tie(expression, file, line, function); }
};

struct UncaughtException {
  std::string type;  // demangled
  std::string what;  // empty if it is no std::exception

  auto members() { return std::tie(type, what); }
};

struct RacingAccess {
  ThreadNumber thread = 0;
  Access access;
  bool atomic = false;
  bool frees = false;  // it is the free or delete of the block
  bool not_instrumented = false;
  CodeOffset place = 0;
  CallStack where;
  std::uint32_t moment = 0;  // the number of functions its thread had entered and left by then

  auto members() { return std::tie(thread, access, atomic, frees, not_instrumented, place, where, moment); }
};

// Two accesses of which neither happens before the other, in the order in which they were made.
struct DataRace {
  RacingAccess earlier;
  RacingAccess later;

  auto members() { return std::tie(earlier, later); }
};

// A line of persistent memory after a crash: its address, and the number of the crash (from 1).
struct PersistentLine {
  std::uint32_t crash = 0;
  std::uint64_t address = 0;
  friend bool operator==(const PersistentLine&, const PersistentLine&) = default;
};

struct StoreBeforeCrash {
  ThreadNumber thread = 0;
  Access access;
  std::uint64_t pc = 0;
  std::uint64_t value = 0;  // the value that it left there
  bool flushed = false;     // a thread flushed the line after it, but made no fence before the crash
};

struct LostLine {
  PersistentLine line;
  std::vector<StoreBeforeCrash> stores;

  auto members() { return std::tie(line, stores); }
};

// A line that was stored to before a crash, and what was found of it.
struct LineAtCrash {
  std::uint64_t address = 0;
  std::vector<StoreBeforeCrash> stores;  // all stores, in order
  std::uint32_t forced = 0;              // this many were certainly persistent
  // This many were found afterwards. Nothing: no thread read the line.
  std::optional<std::uint32_t> found;

  auto members() { return std::tie(address, stores, forced, found); }
};

// A crash of the machine, made on purpose: the thread that would have continued, and the stores that were
// lost when a thread read them.
struct PowerFailure {
  ThreadNumber thread = 0;
  CallStack where;
  std::vector<LostLine> lost;
  std::vector<LineAtCrash> lines = {};  // with RuntimeOptions::note_lines

  auto members() { return std::tie(thread, where, lost, lines); }
};

enum class Misuse : std::uint8_t {
  use_after_free,
  double_free,
  invalid_free,
  heap_overflow,       // beside a block
  uninitialized_read,  // of memory that was never written
  use_after_return,    // of the stack of a function or a thread that has ended
  last = use_after_return,
};

struct MemoryMisuse {
  Misuse kind{};
  std::uint64_t address = 0;
  std::uint32_t size = 0;   // of the access, if there is one
  std::uint64_t block = 0;  // the nearest block of the heap, or 0
  std::uint64_t block_size = 0;

  auto members() { return std::tie(kind, address, size, block, block_size); }
};

// The program asked for more memory than any machine has.
struct BadAllocation {
  std::uint64_t size = 0;
  std::uint64_t count = 1;  // number of elements of that size
  std::uint64_t alignment = 0;

  auto members() { return std::tie(size, count, alignment); }
};

struct LeakedBlock {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  ThreadNumber thread = 0;  // the allocating thread
  CallStack where;

  auto members() { return std::tie(address, size, thread, where); }
};

// Memory that was allocated in the execution and never freed.
struct Leak {
  std::vector<LeakedBlock> blocks;

  auto members() { return std::tie(blocks); }
};

enum class LockError : std::uint8_t {
  unlocks,         // a lock that it does not hold
  waits_unlocked,  // on a condition variable, with a mutex that it does not hold
  destroys_held,
  destroys_awaited,
  uses_destroyed,
  last = uses_destroyed,
};

// A thread used a lock or a similar object in a way that its interface leaves undefined.
struct LockMisuse {
  LockError error{};
  WaitsFor what{};
  std::uint64_t object = 0;
  // The thread that holds it or waits for it. Nothing: no thread, or readers, of which only the number is
  // known.
  std::optional<ThreadNumber> other;
  std::uint32_t readers = 0;

  auto members() { return std::tie(error, what, object, other, readers); }
};

enum class Limit : std::uint8_t {
  steps,         // RuntimeOptions::most_steps
  spin,          // RuntimeOptions::most_idle_steps
  time_in_step,  // a loop without a scheduling point
  memory,        // an arena is full
  events,        // a graph is full
  rounds,        // threads may go round loops for ever, and put back what they change
  stopped,       // nobody waits for the end of the execution any more
  last = stopped,
};

struct LimitReached {
  Limit limit{};

  auto members() { return std::tie(limit); }
};

// No thread can take a step, and this one waits in a system call for something that may come from outside of
// the program.
struct WaitsOutside {
  std::string call;

  auto members() { return std::tie(call); }
};

// The program did something that the runtime does not model: fork, pthread_cancel, ...
struct Unsupported {
  std::string call;
  std::string library = {};  // the library it would have loaded, if it called dlopen for that

  auto members() { return std::tie(call, library); }
};

// The same choices led elsewhere: this thread took another step than before, or could take a step then and
// cannot now.
struct Nondeterminism {
  ThreadNumber thread = 0;
};

// What executions were left out for, and what turned out not to hold of this program: Cuts has what each of them is.
enum class WrongCut : std::uint8_t { none, barriers, end, symmetry };

struct Abandoned {   // the strategy gave up on it
  bool cut = false;  // because another execution does the same without a round of a loop
  WrongCut wrong = WrongCut::none;
};

struct ExecutionEnding {
  std::variant<Completed, Deadlock, DataRace, Crash, FailedAssertion, UncaughtException, MemoryMisuse, Leak,
               LockMisuse, BadAllocation, LimitReached, Unsupported, Nondeterminism, Abandoned, WaitsOutside>
      what;
  ThreadNumber thread = 0;  // the thread that was running when it ended
  CallStack where;
  std::vector<HeapBlock> blocks = {};  // those whose addresses are in `what`
  // A signal came in the middle of uninstrumented code: libc may hold a lock or a half-made change, so this
  // process should not run another execution.
  bool process_is_tainted = false;

  auto members() { return std::tie(what, thread, where, blocks, process_is_tainted); }
};

EndingKind kind_of(const ExecutionEnding& ending);
// The addresses in the ending: of accesses that raced, of memory that was misused.
std::vector<std::uint64_t> addresses_in(const ExecutionEnding& ending);
// Failures are the same if they are of one kind and at one place.
std::uint64_t place_of(const ExecutionEnding& ending);

}  // namespace linnet::runtime

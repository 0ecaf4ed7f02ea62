// The interface of strategies, which decide what happens next. A strategy picks, and does nothing else: it
// knows no fibers, no program, no output.
//
// The runtime calls, for each execution:
//   next_execution()   false ends the exploration
//   skip(n)            if the execution goes on from a copy of the one before: the first n steps are not run again
//   repeats() or else
//   pick(ready)        before every step; every thread has run up to its next visible step and waits there
//   choose(n)          inside a step with n possible outcomes (which waiter wakes, does the timeout fire,
//                      linnet::choose); never for n < 2
//   look_back(...)     inside a step that reads or writes, if a memory model allows more than the last write
//   took(step)         after the step and all invisible work of that thread up to its next visible step: what
//                      the step really was (a compare-exchange that failed is a read)
//   waiting(left)      before finished(), if threads were left: the steps that were never taken. Also right
//                      after a step in which the machine crashed (it `ends`): then the program begins again
//   finished(ending)   once, at the end
// The same answers give the same execution: that is the runtime's promise, and replay rests on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/schedule.hpp"
#include "schedule/step.hpp"

namespace linnet {

class ModelledMemory;

// A thread that can take a step now, and what is known of the step beforehand. `expected.accesses` is what it
// may touch at most: a compare-exchange that may fail is announced as a write.
struct Ready {
  ThreadNumber thread;
  Step expected;
};

enum class Ending : std::uint8_t {
  complete,   // main returned or exit was called
  deadlock,   // no thread is ready and one waits; a stuck spin loop counts as well
  failed,     // the program did something wrong: the execution ended there
  unknown,    // a limit ended it, or something that is not supported: what would have come is not known
  abandoned,  // pick() gave up on it
  cut,        // only threads that were cut are left, and those that wait for them
};

// How far a strategy has come, according to itself.
struct Coverage {
  std::optional<std::uint64_t> executions = {};  // those that count, if not all do
  std::uint64_t blocked = 0, redundant = 0;      // that ended without being a new trace
  std::uint64_t cut = 0;                         // that another execution covers, with fewer rounds of a loop
  bool complete = false;                         // after next_execution() returned false: these were all
  bool shortest_first = false;    // no execution with fewer switches fails than the first that does
  const char* gave_up = nullptr;  // why it cannot continue, if it cannot
};

constexpr ThreadNumber kNoThread = UINT32_MAX;

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual bool next_execution() = 0;
  // The thread that continues, one of `ready` (never empty, sorted by thread); kNoThread abandons the
  // execution.
  virtual ThreadNumber pick(std::span<const Ready> ready) = 0;
  // The thread that goes on, if that is known without a look at who is ready, as where an earlier execution is
  // repeated: then pick() is not called for this step. Otherwise kNoThread.
  virtual ThreadNumber repeats() { return kNoThread; }
  // So many steps at the beginning of this execution are those of the execution right before it, with all that came of them. Nothing if the
  // strategy does not know, and never will.
  virtual std::optional<std::uint32_t> repeated_steps() const { return std::nullopt; }
  // So many of them are not run again, and nothing is asked or told about them: all is as if they had been. False if it has to see
  // them; then the execution begins at its beginning. REQUIRES: right after next_execution(), and `steps` <= repeated_steps().
  virtual bool skip(std::uint32_t /*steps*/) { return false; }
  virtual std::uint32_t choose(std::uint32_t alternatives) = 0;
  // How far before the last write of its location a read reads, or a write stands: one of several consistent
  // distances, the smallest first.
  virtual std::uint32_t look_back(std::span<const std::uint32_t> distances) { return distances.front(); }
  virtual void took(const Step&) {}
  // The thread is about to wait for its turn, and has completed a round of a loop. `is_covered`: another
  // execution is known to do without the round. Returns whether the thread ends here: it will not be ready
  // again. Called after took(), if the thread has taken a step.
  virtual bool cuts(ThreadNumber, bool /*is_covered*/) { return false; }
  // Whether it relies on knowing everything that a step accesses: a loop that waits for more than fits is
  // then explored as it is.
  virtual bool reorders() const { return false; }
  // A strategy that reorders steps must know the steps that were never taken: two threads that block each
  // other can take their locks in the other order only because of a step that never happened. `found` of a
  // step with a guard is a value at which it is open if it could have been taken, otherwise one at which it
  // is closed.
  virtual void waiting(std::span<const Ready>) {}
  virtual void finished(Ending) {}

  virtual Coverage coverage() const { return {}; }
  // The share of the space that is explored, as estimated; 0 if that is not known.
  virtual double progress() const { return 0; }
  // The position, from which another strategy of its kind can continue; nothing if it cannot say. load()
  // throws InputError for a text that save() did not write.
  virtual std::optional<std::string> save() const { return std::nullopt; }
  virtual void load(std::string_view) {}

  // A strategy that decides what reads read is the memory of its executions: null if it does not.
  virtual ModelledMemory* memory() { return nullptr; }
  // Then it knows all choices of the execution that is under way, or was last.
  virtual std::optional<std::vector<Choice>> choices() const { return std::nullopt; }

  // The step that was taken last is not the one that the same choices led to before.
  bool diverged() const { return diverged_; }

 protected:
  bool diverged_ = false;
};

}  // namespace linnet

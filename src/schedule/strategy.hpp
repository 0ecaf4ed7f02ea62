// The interface of strategies, which decide what happens next. A strategy picks, and does nothing else: it knows no fibers, no program, no
// output.
//
// The runtime calls, for each execution:
//   next_execution()   false ends the exploration
//   repeats() or else
//   pick(ready)        before every step; every thread has run up to its next visible step and waits there
//   choose(n)          inside a step that may turn out in n ways (which waiter wakes, does the timeout fire,
//                      linnet::choose); never for n < 2
//   look_back(...)     inside a step that reads or writes, where a memory model allows more than the last
//   took(step)         after the step and all invisible work of that thread up to its next visible step: what
//                      the step really was (a compare-exchange that failed is a read)
//   waiting(left)      before finished(), if threads were left: the steps that were never taken. Also right after a
//                      step in which the machine crashed (it `ends`): then the program begins again
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
  deadlock,   // no thread is ready and one waits; a stuck spin loop is one too
  failed,     // the program did something wrong: the execution ended there
  unknown,    // a limit ended it, or something that is not supported: what would have come is not known
  abandoned,  // pick() gave up on it
  cut,        // what is left are threads that were cut, and those that wait for them
};

// How far a strategy is, as it knows itself.
struct Coverage {
  std::optional<std::uint64_t> executions = {};  // that count, where not all do
  std::uint64_t blocked = 0, redundant = 0;      // that ended without being a trace of their own
  std::uint64_t cut = 0;                         // that another one covers, with fewer rounds of a loop
  bool complete = false;                         // once next_execution() says no: there are no others at all
  bool shortest_first = false;    // no execution with fewer switches fails than the first that does
  const char* gave_up = nullptr;  // why it cannot go on, if it cannot
};

constexpr ThreadNumber kNoThread = UINT32_MAX;

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual bool next_execution() = 0;
  // The thread that goes on, one of `ready` (never empty, sorted by thread); nullopt abandons the execution.
  virtual std::optional<ThreadNumber> pick(std::span<const Ready> ready) = 0;
  // The thread that goes on, if that is known without a look at who is ready, as where an earlier execution is
  // repeated: then pick() is not called for this step. Otherwise kNoThread.
  virtual ThreadNumber repeats() { return kNoThread; }
  // So many steps at the beginning of this execution are those of the execution right before it, with all that came of them. Nothing if the
  // strategy does not know, and never will.
  virtual std::optional<std::uint32_t> repeated_steps() const { return std::nullopt; }
  virtual std::uint32_t choose(std::uint32_t alternatives) = 0;
  // How far before the last write of its location a read goes, or a write stands: one of several distances that are
  // consistent, the smallest first.
  virtual std::uint32_t look_back(std::span<const std::uint32_t> distances) { return distances.front(); }
  virtual void took(const Step&) {}
  // The thread is about to wait for its turn, and has been through a round of a loop. `is_covered`: it is known that another execution does
  // without the round. Whether the thread is to end here: it will not be ready again. After took(), if it has taken a step.
  virtual bool cuts(ThreadNumber, bool /*is_covered*/) { return false; }
  // Whether it relies on knowing all that a step touches: a loop that waits for more than fits is then explored as it is.
  virtual bool reorders() const { return false; }
  // A strategy that reorders steps must know them: the order in which two threads that block each other took their
  // locks can be the other one only because of a step that never happened. `found` of a step with a guard is a
  // value at which it is open if it could have been taken, otherwise one at which it is closed.
  virtual void waiting(std::span<const Ready>) {}
  virtual void finished(Ending) {}

  virtual Coverage coverage() const { return {}; }
  // The share of the space that is explored, as estimated; 0 if that is not known.
  virtual double progress() const { return 0; }
  // Where it stands, for another one of its kind to go on from; nothing if it cannot say. load() throws InputError for what
  // save() did not say.
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

// What a debugger can look at while an execution is replayed: whose turn it is, where the threads are, and who
// wrote what.
//
// debugger.py reads it by its layout, which works without debug information of this library, too. It stops at
// linnet_debugger_arrives() and sets `listens`. Without a debugger, nothing is noted.
#pragma once

#include <cstdint>

#include "schedule/step.hpp"

namespace linnet::runtime {

struct Thread;

// Known to debugger.py.
struct DebuggerView {
  static constexpr std::uint32_t kFrames = 8, kMostThreads = 64;
  struct Write {
    // A step announces what it writes; one that may fail, as a compare-exchange does, writes perhaps.
    enum State : std::uint32_t { made, announced, perhaps, not_made };
    std::uint64_t address, size;
    std::uint64_t step;  // counted from 1 on
    std::uint32_t thread;
    State state;
    std::uint64_t where[kFrames];  // innermost first, and then zeros
  };
  struct Place {
    std::uint32_t thread, waits;
    std::uint64_t where[kFrames];
  };
  std::uint32_t listens;             // set by the debugger
  std::uint32_t thread_count;        // of `threads`
  std::uint64_t step;                // the last one that was chosen
  std::uint64_t write_count;         // in all; the last ones are kept
  std::uint64_t write_capacity;      // number n is kept at n modulo this
  Write* writes;                     // null if none are noted
  const Thread* const* running;      // the thread that runs
  std::uint64_t number_in_thread;    // the distance of its number from its beginning
  std::uint64_t notes_plain_writes;  // false if races are not looked for
  Place threads[kMostThreads];       // all that live, when the last step was chosen
};

extern "C" __attribute__((visibility("default"))) DebuggerView linnet_debugger;

inline bool debugger_listens() {
  return linnet_debugger.listens != 0;
}

// Before an execution is replayed.
void wait_for_debugger();

// Tells a debugger that this thread takes the next step.
void tell_of_turn(ThreadNumber thread, const Step& expected);
// The step of the thread is over, and this is what it did.
void tell_of_step(const Step& taken);
// A write that is no step.
void tell_of_write(const Thread& thread, const Access& access, std::uint64_t pc);

}  // namespace linnet::runtime

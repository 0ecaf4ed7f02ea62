// Time as the program sees it. Nothing ever waits: time passes because a thread reads the clock or because a
// deadline is over, and the strategy chooses when deadlines are over.
//
// A reading is later than every reading that is ordered before it (fibers/thread_time.hpp). It is a step that
// accesses nothing, unless all threads share a clock (RuntimeOptions::shared_clock).
//
// rdtsc and rdtscp read the clock without calling a function. The processor can be set to fault instead. The
// fault becomes a call (instructions/trap.hpp), and the thread reads the virtual clock, which is a step like
// any other.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <ctime>

namespace linnet::runtime {

// Virtual nanoseconds of a clock, without a step.
std::uint64_t time_on(clockid_t clock);
std::uint64_t in_nanoseconds(const timespec& t);
timespec as_timespec(std::uint64_t nanoseconds);

// For the running thread.
void pass_time(std::uint64_t nanoseconds);
void advance_clock_to(const timespec& deadline, clockid_t clock);
// The result of a call that gives up with ETIMEDOUT: then its deadline is over.
int waited_until(const timespec& deadline, clockid_t clock, int result);

// From now on time stamps fault, if this processor supports it. Costs nothing if they already do.
void trap_time_stamps();
// For our own code, and for programs started from here.
void allow_time_stamps();
// If a time-stamp instruction faulted: sets what happens when the handler returns. Returns false for any
// other fault.
bool stand_in_for_time_stamp(ucontext_t& context);

}  // namespace linnet::runtime

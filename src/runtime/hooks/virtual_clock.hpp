// Time as the program sees it. Nothing ever waits: time passes because somebody looks or because a deadline
// is over, and when deadlines are over is the strategy's choice.
//
// A look is later than every look before it that is ordered before it (fibers/thread_time.hpp). It is a step that touches nothing, unless
// all threads share a clock (RuntimeOptions::shared_clock).
//
// rdtsc and rdtscp look at the clock and call nobody. The processor can be told to fault instead. The fault becomes a call
// (instructions/trap.hpp), and the thread looks at the virtual clock, which is a step like any other.
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

// From now on time stamps fault, if this processor can do it. Costs nothing if they do already.
void trap_time_stamps();
// For our own code, and for programs started from here.
void allow_time_stamps();
// If it was one of them that faulted: what shall happen when the handler returns. False if it was something else.
bool stand_in_for_time_stamp(ucontext_t& context);

}  // namespace linnet::runtime

// Time as the program sees it. Nothing ever waits: time passes because somebody looks or because a deadline
// is over, and when deadlines are over is the strategy's choice.
//
// There is one clock, a location of its own. Looking at it is a write (every look is later than the one
// before, for all threads), so the order of looks is explored like any other.
#pragma once

#include <cstdint>
#include <ctime>

namespace linnet::runtime {

// REQUIRES: the running step writes kClock.
void advance_clock_to(const timespec& deadline, clockid_t clock);

// A step: nanoseconds on a clock that only goes forward.
std::uint64_t look_at_time_stamp(const void* pc);

}  // namespace linnet::runtime

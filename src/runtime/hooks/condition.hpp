// Condition variables without their mutex: who waits is queued on an address, whatever object is there.
#pragma once

#include <cstdint>
#include <ctime>

namespace linnet::runtime {

// The running thread, which is queued, goes on. Returns whether it was woken: if there is a deadline, being chosen before is a
// timeout, and a spurious wake-up if there is none.
bool wake_up(const void* condition, const timespec* deadline, clockid_t clock, const void* pc);
// Wakes up to `most` of those that are queued. Returns 0.
int signal_condition(const void* condition, std::uint32_t most, const void* pc);

}  // namespace linnet::runtime

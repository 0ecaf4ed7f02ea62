// Condition variables without their mutex: a waiting thread is queued on an address, whatever object is
// there.
#pragma once

#include <cstdint>
#include <ctime>

namespace linnet::runtime {

// The running thread, which is queued, continues. Returns whether it was woken. If it continues before that,
// this is a timeout if there is a deadline, and otherwise a spurious wake-up.
bool wake_up(const void* condition, const timespec* deadline, clockid_t clock, const void* pc);
// Wakes up to `most` of the queued threads. Returns 0.
int signal_condition(const void* condition, std::uint32_t most, const void* pc);

}  // namespace linnet::runtime

// Locations that are not memory: what steps access when they wait in a queue, create a thread, or read timers
// or a clock.
//
// Each is a range of addresses that no memory has, so that the one rule of conflict (step.hpp) applies to
// them too.
#pragma once

#include <cstdint>

#include "protocol/trace.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

inline std::uint64_t address_of(const volatile void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

// One byte per thread for an object with a queue or with readers. A step of one thread that concerns only
// itself (queue itself, read-lock) writes its own byte; a step that concerns all (wake, write-lock) accesses
// the whole range. So two waits do not conflict, and two read-locks do not either.
inline constexpr std::uint32_t kSeats = 1 << 16;
inline std::uint64_t seats(const volatile void* object) {
  return std::uint64_t{1} << 63 | address_of(object) << 16;
}
inline std::uint64_t seat(const volatile void* object, ThreadNumber thread) {
  return seats(object) + thread;
}

// Written by the creator's step, read by the first step of the children it created, which are identified by
// the first of them. The children of a thread that has not taken a step itself are born together with it.
inline std::uint64_t birth(ThreadNumber parent, std::uint32_t first_child) {
  return std::uint64_t{1} << 62 | std::uint64_t{parent} << 24 | first_child;
}
inline bool is_birth(std::uint64_t address) {
  return address >> 61 == 2;
}

// Written by the first step of a thread that has a younger twin, read by the first step of that one: see twins.hpp.
inline std::uint64_t beginning(ThreadNumber thread) {
  return std::uint64_t{3} << 61 | thread;
}
inline bool is_beginning(std::uint64_t address) {
  return address >> 61 == 3;
}

// The clock that all threads share, if RuntimeOptions::shared_clock.
inline constexpr std::uint64_t kClock = (std::uint64_t{1} << 61) + 16;

// Which timers are armed, and which are over.
inline constexpr std::uint64_t kTimers = std::uint64_t{1} << 61;

// Written by the step in which the power fails, read by the first step of main after that.
inline constexpr std::uint64_t kRestart = kTimers + 8;

// The orders in which stores reach the lines of persistent memory, at the same distances as the lines: see
// Persistence::touch_order.
inline constexpr std::uint64_t kLineOrders = kTimers;

static_assert(kTimers == kNoMemory);

}  // namespace linnet::runtime

// One event of an execution graph: an atomic access, a fence, or a step that only orders.
//
// Under a weak memory model an execution is no sequence of steps but a graph. Its nodes are events; each thread's events are in
// program order, each read names the write that it reads from, and the writes of each location are in one order, the modification
// order. An update (fetch_add, a compare-exchange that succeeds) is two events, a read and right behind it a write.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "schedule/memory_order.hpp"

namespace linnet {

// A thread's number, as small as possible, and the place of the event in its thread.
struct EventLabel {
  static constexpr std::uint16_t kInitial = UINT16_MAX;  // the thread of the writes before all others
  std::uint16_t thread = kInitial;
  std::uint16_t index = 0;
  friend auto operator<=>(EventLabel, EventLabel) = default;
};

// The write with which a location begins. Its index is not used: locations tell them apart.
inline constexpr EventLabel kInitialWrite{};

using Location = std::uint32_t;
inline constexpr Location kNowhere = UINT32_MAX;

enum class EventKind : std::uint8_t {
  read,
  write,
  fence,
  choice,  // one of several outcomes, or a step that nobody notices: it orders nothing
  other,   // a thread is created, ends or is joined: the processor has finished all that came before
  woken,  // a thread goes on that has been woken: it depends on `after`, but learns of it only if it acquires
};

// What an update makes of the value that it reads.
enum class Change : std::uint8_t {
  none,
  exchange,
  add,
  subtract,
  conjunction,
  disjunction,
  difference,
  negated,
  compare,
  unless,  // adds, unless it finds `expected`
  enter,   // adds, unless there is something in the upper half: a reader, where that says who writes
  arrive,  // adds; the arrivals up to each multiple of `expected` are one phase of a barrier
  // Changes of a queue, which is a set of threads:
  // Takes up to `operand` of them out, which ones being a choice; fails if there are none. With something `expected` the processor has
  // finished all that came before, as in a system call, whether it fails or not.
  wake,
  leave,  // takes those of `operand` out; fails if they are not there
};

struct Event {
  EventKind kind = EventKind::other;
  MemoryOrder order = MemoryOrder::plain;
  // A read that begins an update has these. Its order is one of the two: a compare-exchange may fail.
  Change change = Change::none;
  MemoryOrder order_of_update = MemoryOrder::plain, order_of_failure = MemoryOrder::plain;
  bool of_update = false;  // the read of an update that writes, or its write
  // A read that waits: for an update that succeeds, or for the value `expected`. Until then its thread does not go on.
  bool waits = false;
  bool waits_while = false;  // it waits only as long as it finds `operand`
  bool first_choice = true;  // it had no alternatives, or took the first
  std::uint8_t size = 8;     // bytes of the location
  Location location = kNowhere;
  // A read that finds `expected` goes to sleep in this queue: the two are one step, with no wake-up in between.
  Location sleeps_at = kNowhere;
  std::uint64_t value = 0;                  // that was read or written
  std::uint64_t operand = 0, expected = 0;  // of a change; a write of an update has its outcome as operand
  EventLabel reads_from = kInitialWrite;    // of a read
  EventLabel after =
      kInitialWrite;        // another thread's event before it: its creator's, or the last of whom it joins
  std::uint32_t stamp = 0;  // events are added in the order of their stamps
  std::uint32_t place = 0;  // of a write, in its location's modification order
  std::int32_t release_fence = -1;  // the last one of its thread, up to this event
};

constexpr std::uint64_t mask_of(const Event& event) {
  return event.size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * event.size)) - 1;
}

// The outcomes of a wake-up are the sets of `most` threads of those that sleep.
constexpr std::uint64_t count_sets(int from, std::uint64_t most) {
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= most && count < UINT32_MAX; ++i)
    count = count * (static_cast<std::uint64_t>(from) + 1 - i) / i;
  return count;
}
constexpr std::uint64_t set_of(std::uint64_t from, std::uint64_t most, std::uint64_t outcome) {
  std::uint64_t chosen = 0;
  for (; from != 0 && most != 0; from &= from - 1) {
    const std::uint64_t with_first = count_sets(std::popcount(from) - 1, most - 1);
    if (outcome < with_first) {
      chosen |= from & -from;
      --most;
    } else {
      outcome -= with_first;
    }
  }
  return chosen;
}

// In how many ways an update that reads `value` can turn out.
constexpr std::uint32_t outcomes_of(const Event& read, std::uint64_t value) {
  const int sleeping = std::popcount(value);
  if (read.change != Change::wake || static_cast<std::uint64_t>(sleeping) <= read.operand) return 1;
  const std::uint64_t count = count_sets(sleeping, read.operand);
  return static_cast<std::uint32_t>(count < UINT32_MAX ? count : UINT32_MAX);
}

// What is written by an update that reads `value`. False if nothing is: a compare-exchange that fails.
constexpr bool changed(const Event& read, std::uint64_t value, std::uint64_t& written,
                       std::uint32_t outcome = 0) {
  switch (read.change) {
    case Change::none: return false;
    case Change::exchange: written = read.operand; break;
    case Change::arrive:
    case Change::add: written = value + read.operand; break;
    case Change::subtract: written = value - read.operand; break;
    case Change::conjunction: written = value & read.operand; break;
    case Change::disjunction: written = value | read.operand; break;
    case Change::difference: written = value ^ read.operand; break;
    case Change::negated: written = ~(value & read.operand); break;
    case Change::compare:
      if (value != read.expected) return false;
      written = read.operand;
      break;
    case Change::unless:
      if (value == read.expected) return false;
      written = value + read.operand;
      break;
    case Change::enter:
      if (value >> 32 != 0) return false;
      written = value + read.operand;
      break;
    case Change::wake:
      if (value == 0) return false;
      written = outcomes_of(read, value) == 1 ? 0 : value & ~set_of(value, read.operand, outcome);
      break;
    case Change::leave:
      if ((value & read.operand) == 0) return false;
      written = value & ~read.operand;
  }
  written &= mask_of(read);
  return true;
}

// Whether the thread goes on from a read that found this value.
constexpr bool goes_on(const Event& read, std::uint64_t value) {
  if (!read.waits) return true;
  if (read.waits_while) return value != read.operand;
  std::uint64_t written = 0;
  return read.change == Change::none ? value == read.expected : changed(read, value, written);
}

// Whether the next event of its thread is the update that puts it into a queue.
constexpr bool falls_asleep(const Event& event) {
  return event.sleeps_at != kNowhere && event.value == event.expected;
}

}  // namespace linnet

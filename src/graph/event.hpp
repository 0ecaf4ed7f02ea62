// One event of an execution graph: an atomic access, a fence, or a step that only orders.
//
// Under a weak memory model an execution is no sequence of steps but a graph. Its nodes are events; each thread's events are in
// program order, each read names the write that it reads from, and the writes of each location are in one order, the modification
// order. An update (fetch_add, a compare-exchange that succeeds) is two events, a read and right behind it a write.
#pragma once

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
  unless  // adds, unless it finds `expected`
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
  std::uint64_t value = 0;                  // that was read or written
  std::uint64_t operand = 0, expected = 0;  // of a change
  EventLabel reads_from = kInitialWrite;    // of a read
  EventLabel after =
      kInitialWrite;        // another thread's event before it: its creator's, or the last of whom it joins
  std::uint32_t stamp = 0;  // events are added in the order of their stamps
  std::uint32_t place = 0;  // of a write, in its location's modification order
  std::int32_t release_fence = -1;  // the last one of its thread, up to this event
};

// Whether the thread goes on from a read that found this value.
constexpr bool goes_on(const Event& read, std::uint64_t value) {
  if (!read.waits) return true;
  if (read.waits_while) return value != read.operand;
  return (value == read.expected) != (read.change == Change::unless);
}

// What is written by an update that reads `value`. False if nothing is: a compare-exchange that fails.
constexpr bool changed(const Event& read, std::uint64_t value, std::uint64_t& written) {
  const std::uint64_t mask = read.size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * read.size)) - 1;
  switch (read.change) {
    case Change::none: return false;
    case Change::exchange: written = read.operand; break;
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
  }
  written &= mask;
  return true;
}

}  // namespace linnet

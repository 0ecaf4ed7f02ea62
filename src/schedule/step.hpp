// One visible step of one thread: what it accesses, and when two steps conflict.
//
// Everything a thread does that other threads can notice is a step: an atomic access, a lock, a wait, the
// start or end of a thread, the call or return of a recorded operation. Each is described as reads and writes
// of bytes, so that there is one rule of conflict for all: two steps of different threads conflict iff they
// access a common byte and at least one writes it, or one returns from an operation and the other calls one
// (linearizability depends on that order). docs/conflicts.md has the table that gives each primitive as reads
// and writes.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace linnet {

// A thread of the program under test. The same thread has the same number in every execution: numbers are
// given to paths (parent's number, n-th child), not in order of creation.
using ThreadNumber = std::uint32_t;

struct Access {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  bool writes = false;
};

// Whether a step can be taken may depend on the value that its first access finds. A lock: 0 is free, 1 is
// held, and locking waits for 0. A semaphore is its count, and acquiring waits while it is 0. A spin loop
// that came round waits for a change of anything it read, and its step accesses all of that.
enum class Guard : std::uint8_t {
  none,
  waits_for,     // blocks until the first access finds `operand`
  waits_while,   // blocks as long as the first access finds `operand`
  waits_change,  // blocks until a thread changed one of its locations after one of the thread's last `operand`
                 // steps touched it
  waits_all,  // blocks until all that it needs has happened: every step that it conflicts with and that was taken before the
              // thread was ready is needed
};

struct Step {
  static constexpr std::size_t kMostAccesses = 6;
  static constexpr std::uint8_t kNotBorn = UINT8_MAX;

  ThreadNumber thread = 0;
  // Which of several outcomes was taken (see Strategy::choose); 0 if there was one.
  std::uint32_t alternative = 0;
  std::array<Access, kMostAccesses> accesses{};
  std::uint8_t access_count = 0;
  bool calls = false;    // the first visible step of a recorded operation: its call happened just before
  bool returns = false;  // the last one: its return happened just after
  // The step ends the program while other threads still run, so it conflicts with every step. An exit is
  // announced beforehand; a failure is known only afterwards.
  bool ends = false;
  bool gives_way = false;  // other threads should go first: the thread may be waiting for them without a step
  bool changes_nothing = false;   // it wrote, and left everything as it was, so it wakes no spin loop
  std::uint8_t birth = kNotBorn;  // the access that reads the thread's birth, in the first step of a thread
  // What it writes, and what it accesses after its first access, depends on what it finds: a compare-exchange
  // or try-lock that may fail, a signal that may find no waiter.
  bool conditional = false;
  Guard guard = Guard::none;
  std::uint64_t operand = 0;
  std::uint64_t found = 0;      // by the first access, if steps with a guard wait for its object
  bool found_by_model = false;  // `found` is the value that the first access read, whatever memory holds

  std::span<const Access> touched() const { return {accesses.data(), access_count}; }
  void touch(std::uint64_t address, std::uint32_t size, bool writes) {
    accesses[access_count++] = {address, size, writes};
  }
  // Says that the step did not access what was announced as access number `index`.
  void leave_out(std::size_t index) {
    for (std::size_t i = index + 1; i < access_count; ++i) accesses[i - 1] = accesses[i];
    --access_count;
    if (birth != kNotBorn && birth > index) --birth;
  }
  void wait_for(std::uint64_t value) {
    guard = Guard::waits_for;
    operand = value;
  }
  void wait_while(std::uint64_t value) {
    guard = Guard::waits_while;
    operand = value;
  }
  void wait_for_change(std::uint64_t last_steps) {
    guard = Guard::waits_change;
    operand = last_steps;
  }
  void wait_for_all() { guard = Guard::waits_all; }
  // A value that the guard is open or closed at. REQUIRES: the guard waits for a value.
  std::uint64_t value_when(bool open) const {
    return open == (guard == Guard::waits_for) ? operand : operand + 1;
  }
};

inline bool overlap(const Access& a, const Access& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

// REQUIRES: the steps are of different threads.
inline bool conflict(const Step& a, const Step& b) {
  if (a.ends || b.ends) return true;
  if ((a.returns && b.calls) || (a.calls && b.returns)) return true;
  for (const Access& x : a.touched()) {
    for (const Access& y : b.touched()) {
      if ((x.writes || y.writes) && overlap(x, y)) return true;
    }
  }
  return false;
}

}  // namespace linnet

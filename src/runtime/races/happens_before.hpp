// Happens-before of C++20, by vector clocks, as far as the program's memory orders and locks establish it.
//
//   data = 1; flag.store(1, release);     while (!flag.load(acquire)) {}  use(data);    ordered
//   data = 1; flag.store(1, relaxed);     while (!flag.load(acquire)) {}  use(data);    not: a race
//
// Every thread has a clock, whose own component is its time; it grows when the thread releases something, so
// that what comes after is told from what came before. Every location and every lock keeps the clock that an
// acquire of it would learn:
//   release store      it becomes the thread's clock
//   relaxed store      it becomes the clock of the thread's last release fence, or nothing: a store by whomever
//                      ends a release sequence (C++20; up to C++17 those of the same thread went on)
//   read-modify-write  joins instead of replacing: the release sequence goes on
//   acquire load       the thread's clock joins it
//   relaxed load       the thread keeps it aside, for its next acquire fence
// The order of the execution itself, and the single order of seq_cst operations, order nothing here.
// consume is acquire, as compilers have it.
//
// Paper: Flanagan and Freund, FastTrack (PLDI 2009), for the use of epochs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vector_clock.hpp"
#include "schedule/step.hpp"

namespace linnet::runtime {

enum class AtomicKind : std::uint8_t { load, store, read_modify_write };

// The clocks of locations and locks in one execution: a hash table that is emptied at once.
class LocationClocks {
 public:
  void clear();
  // Null if nothing was ever released there.
  VectorClock* find(std::uint64_t location);
  VectorClock& at(std::uint64_t location);

 private:
  struct Entry {
    std::uint64_t location = 0;
    std::uint32_t execution = 0;  // in which it was made; in all others the place is free
    std::uint32_t clock = 0;
  };
  bool is_at(const Entry& entry, std::uint64_t location) const {
    return entry.execution == execution_ && entry.location == location;
  }
  Entry& place(std::uint64_t location);
  void grow();

  std::vector<Entry> entries_ = std::vector<Entry>(64);
  std::vector<VectorClock> clocks_;  // those from used_ on are kept for their memory
  std::size_t latest_ = 0;           // where in entries_ we looked last: accesses to a location come together
  std::uint32_t used_ = 0;
  std::uint32_t execution_ = 1;
};

class HappensBefore {
 public:
  using Time = VectorClock::Time;

  void start_execution();
  // Threads are numbered densely, in the order of their first appearance in the execution.
  std::uint32_t index_of(ThreadNumber thread) {
    if (thread < indices_.size() && indices_[thread] != 0) [[likely]]
      return indices_[thread] - 1;
    return add_thread(thread);
  }
  ThreadNumber thread_at(std::uint32_t index) const { return numbers_[index]; }

  Time time_of(std::uint32_t thread) const { return threads_[thread].now[thread]; }
  // Does all that `thread` now does come after what `other` did at `time`?
  bool knows(std::uint32_t thread, std::uint32_t other, Time time) const {
    return time <= threads_[thread].now[other];
  }

  // Where another one knows the order: what has happened before what the thread does next, and that moment's own time.
  void set(std::uint32_t thread, std::span<const Time> happened, Time now);
  void acquire(std::uint32_t thread, std::uint64_t object);
  void release(std::uint32_t thread, std::uint64_t object);
  // An atomic access learns, is then itself made, and then publishes: a read-modify-write does both. `order` is
  // the __ATOMIC_* constant.
  void reads(std::uint32_t thread, std::uint64_t location, int order);
  void writes(std::uint32_t thread, std::uint64_t location, AtomicKind kind, int order);
  void fence(std::uint32_t thread, int order);
  // The location begins a new life.
  void forget(std::uint64_t location);

 private:
  struct ThreadClocks {
    VectorClock now;
    VectorClock at_release_fence;
    VectorClock for_acquire_fence;  // what its relaxed loads have seen
    bool had_release_fence = false;
  };
  std::uint32_t add_thread(ThreadNumber thread);
  void advance(std::uint32_t thread);

  std::vector<ThreadClocks> threads_;  // those from numbers_.size() on are kept for their memory
  std::vector<ThreadNumber> numbers_;
  std::vector<std::uint32_t> indices_;  // by number: index plus one, or 0
  LocationClocks locations_;
};

}  // namespace linnet::runtime

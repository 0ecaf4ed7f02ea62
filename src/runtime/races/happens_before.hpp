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
// Where an execution begins as the one before did, all clocks are taken back to a mark: what a clock was there is kept when it is first changed
// after it.
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

// A clock that says after which mark it was last kept.
struct MarkedClock {
  VectorClock clock;
  std::uint64_t kept_after = 0;
};

// The clocks of locations and locks in one execution: a hash table that is emptied at once.
class LocationClocks {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void clear();
  // The number of its clock; kNone if nothing was ever released there.
  std::uint32_t find(std::uint64_t location);
  std::uint32_t number_at(std::uint64_t location);
  MarkedClock& operator[](std::uint32_t number) { return clocks_[number]; }
  std::size_t size() const { return used_; }

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
  std::vector<MarkedClock> clocks_;  // those from used_ on are kept for their memory
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

  Time time_of(std::uint32_t thread) const { return threads_[thread].now.clock[thread]; }
  // Does all that `thread` now does come after what `other` did at `time`?
  bool knows(std::uint32_t thread, std::uint32_t other, Time time) const {
    return time <= threads_[thread].now.clock[other];
  }

  // Where another one knows the order: what has happened before what the thread does next, and that moment's own time.
  void set(std::uint32_t thread, std::span<const std::uint16_t> happened, Time now);
  void acquire(std::uint32_t thread, std::uint64_t object);
  void release(std::uint32_t thread, std::uint64_t object);
  // An atomic access learns, is then itself made, and then publishes: a read-modify-write does both. `order` is
  // the __ATOMIC_* constant.
  void reads(std::uint32_t thread, std::uint64_t location, int order);
  void writes(std::uint32_t thread, std::uint64_t location, AtomicKind kind, int order);
  void fence(std::uint32_t thread, int order);
  // The location begins a new life.
  void forget(std::uint64_t location);

  // A state that it can be taken back to. Those made after it are void then.
  struct Mark {
    std::size_t kept, threads;
  };
  // From the first one in an execution on, what is changed is kept.
  Mark mark();
  void take_back(const Mark& mark);
  void keep_no_longer() { mark_ = kNoMark; }
  // What is kept, and the locations that it has met, also in executions that were taken back.
  std::size_t kept() const { return kept_ + locations_.size(); }

 private:
  static constexpr std::uint64_t kNoMark = 0;

  struct ThreadClocks {
    MarkedClock now;
    MarkedClock at_release_fence;
    MarkedClock for_acquire_fence;   // what its relaxed loads have seen
    bool had_release_fence = false;  // if not, the clock says nothing
  };
  enum class Owner : std::uint8_t { thread_now, thread_release_fence, thread_acquire_fence, location };
  struct OldClock {
    VectorClock clock;
    std::uint32_t number = 0;  // of the thread or the location
    Owner owner{};
  };
  std::uint32_t add_thread(ThreadNumber thread);
  void advance(std::uint32_t thread);
  MarkedClock& clock_of(Owner owner, std::uint32_t number);
  // The clock, which is about to be changed.
  VectorClock& change(Owner owner, std::uint32_t number, MarkedClock& clock) {
    if (clock.kept_after != mark_ && mark_ != kNoMark) keep(owner, number, clock);
    return clock.clock;
  }
  VectorClock& change_now(std::uint32_t thread) {
    return change(Owner::thread_now, thread, threads_[thread].now);
  }
  VectorClock& change_location(std::uint32_t number) {
    return change(Owner::location, number, locations_[number]);
  }
  void keep(Owner owner, std::uint32_t number, MarkedClock& clock);

  std::vector<ThreadClocks> threads_;  // those from numbers_.size() on are kept for their memory
  std::vector<ThreadNumber> numbers_;
  std::vector<std::uint32_t> indices_;  // by number: index plus one, or 0
  LocationClocks locations_;

  std::vector<OldClock> old_;  // the latest last; those from kept_ on are kept for their memory
  std::size_t kept_ = 0;
  std::uint64_t mark_ = kNoMark;  // the last one, of all that were ever made
  std::uint64_t marks_ = 0;
};

}  // namespace linnet::runtime

// Finds data races: two accesses of different threads to the same byte, at least one a write and at least one
// not atomic, neither of which happens before the other.
//
//   x = 1;  m.lock(); m.unlock();  |  m.lock(); m.unlock();  x = 2;    no race if the left one locked first,
//                                                                      a race if the right one did
//
// It is fed one execution at a time, in the order in which things happen, and knows nothing of how the program
// is run. What orders is in happens_before.hpp, what is remembered of each byte in access_history.hpp.
// tests/runtime has the definition itself, as slow as it is, for comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/races/access_history.hpp"
#include "runtime/races/happens_before.hpp"

namespace linnet::runtime {

// The earlier access of a race; the later one is the one that was just made.
struct EarlierAccess {
  ThreadNumber thread = 0;
  Access access;  // the bytes that it shares a word with
  AccessKind kind;
  AccessPlace place;
};

class RaceDetector {
 public:
  void start_execution() {
    order_.start_execution();
    history_.start_execution();
    marks_.clear();
    forgot_marks_ = false;
  }
  // Marks of an execution are counted from 0. take_back() makes the state what it was at one of them, which is the last one then.
  // False if that is not known any more, because too much has changed since the first one.
  void mark();
  bool take_back(std::size_t mark);

  // Each says whether the access completes a race, which is then earlier().
  bool plain(ThreadNumber thread, const Access& access, AccessPlace place) {
    return this->access(order_.index_of(thread), access, {.writes = access.writes}, place);
  }
  bool atomic(ThreadNumber thread, const Access& access, AtomicKind kind, int order, AccessPlace place);
  // The same if only what it orders is of interest.
  void atomic_order(ThreadNumber thread, const Access& access, AtomicKind kind, int order);
  // The same if what it orders was told already. Threads are counted as they are met.
  bool atomic_access(ThreadNumber thread, const Access& access, AccessPlace place) {
    return this->access(order_.index_of(thread), access, {.writes = access.writes, .atomic = true}, place);
  }
  void meet(ThreadNumber thread) { order_.index_of(thread); }
  void happened(ThreadNumber thread, std::span<const std::uint16_t> before, HappensBefore::Time now) {
    order_.set(order_.index_of(thread), before, now);
  }
  bool freed(ThreadNumber thread, const Access& block, AccessPlace place) {
    return access(order_.index_of(thread), block, {.writes = true, .frees = true}, place);
  }
  const EarlierAccess& earlier() const { return earlier_; }

  void fence(ThreadNumber thread, int order) { order_.fence(order_.index_of(thread), order); }
  // Locks, condition variables, semaphores, creation and join are pairs of these on the object's address.
  void acquires(ThreadNumber thread, std::uint64_t object) {
    order_.acquire(order_.index_of(thread), object);
  }
  void releases(ThreadNumber thread, std::uint64_t object) {
    order_.release(order_.index_of(thread), object);
  }

 private:
  bool access(std::uint32_t thread, const Access& access, AccessKind kind, AccessPlace place) {
    const AccessRecord* earlier = history_.access(access, kind, thread, place, order_);
    if (earlier == nullptr) [[likely]]
      return false;
    keep(*earlier);
    return true;
  }
  void keep(const AccessRecord& earlier);
  void learn(std::uint32_t thread, const Access& access, AtomicKind kind, int order);
  void publish(std::uint32_t thread, const Access& access, AtomicKind kind, int order);

  struct Mark {
    HappensBefore::Mark order;
    AccessHistory::Mark history;
  };

  HappensBefore order_;
  AccessHistory history_;
  EarlierAccess earlier_;
  std::vector<Mark> marks_;
  bool forgot_marks_ = false;  // in this execution
};

}  // namespace linnet::runtime

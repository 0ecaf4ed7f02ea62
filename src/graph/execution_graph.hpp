// An execution graph: events, what each read reads from, and the modification order of each location.
//
// Events are added one after the other, each after everything that is before it in program order or that it reads from. Two clocks
// of every event are kept: what happens before it, and its prefix (all that it depends on by program order, reads and
// creation). Clocks count the events of each thread.
//
// Invariants
//   1. What is kept of a thread is always a prefix of its events, since a prefix of an event is never removed without the event.
//   2. executed() is an order in which the graph can be run: every event comes after its prefix.
//   3. Stamps say in which order events were added. A read that was made to read from a later write keeps its stamp, but moves to the
//      end of executed().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/event.hpp"

namespace linnet {

class ExecutionGraph {
 public:
  static constexpr std::uint16_t kMostThreads = 64;
  using Clock = std::uint16_t;  // as wide as the index of an event

  void clear();
  // Becomes the part of `from` that has the first lengths[t] events of each thread t.
  void copy_prefix(const ExecutionGraph& from, std::span<const std::uint32_t> lengths);

  // A location that begins with this value. REQUIRES: it has no events.
  void begin_location(Location location, std::uint64_t value);
  bool has_events(Location location) const {
    return location < locations_.size() &&
           (locations_[location].writes.size() > 1 || !locations_[location].reads.empty());
  }

  // Adds an event of the thread: a read with the write that it reads from, a write at its place in the modification order. Its stamp is
  // the next one, unless it has one. REQUIRES: the location is known.
  EventLabel add(std::uint16_t thread, Event event);
  // Takes back what was added last.
  void remove_last();
  // A read, the last event, reads from another write.
  void read_instead(EventLabel write);

  // The stamp of the next event that has none.
  std::uint32_t next_stamp() const { return next_stamp_; }
  void continue_stamps(std::uint32_t next) { next_stamp_ = next; }

  std::span<const EventLabel> executed() const { return executed_; }
  std::uint16_t threads() const { return static_cast<std::uint16_t>(threads_.size()); }
  std::uint32_t length(std::uint16_t thread) const {
    return thread < threads_.size() ? static_cast<std::uint32_t>(threads_[thread].size()) : 0;
  }
  std::span<const Event> thread(std::uint16_t thread) const { return threads_[thread]; }
  const Event& operator[](EventLabel label) const { return threads_[label.thread][label.index]; }

  // The writes of a location in modification order, the initial one first; its reads in the order of executed().
  std::span<const EventLabel> writes(Location location) const { return locations_[location].writes; }
  std::span<const EventLabel> reads(Location location) const { return locations_[location].reads; }
  std::size_t locations() const { return locations_.size(); }
  std::uint32_t place(EventLabel write) const { return write == kInitialWrite ? 0 : (*this)[write].place; }
  std::uint64_t value(Location location, EventLabel write) const {
    return write == kInitialWrite ? locations_[location].initial : (*this)[write].value;
  }
  std::uint32_t stamp(EventLabel label) const { return label == kInitialWrite ? 0 : (*this)[label].stamp; }

  // Whether `first` is in the prefix of `second`, or is it.
  bool depends(EventLabel second, EventLabel first) const {
    return first == kInitialWrite || prefix(second)[first.thread] > first.index;
  }
  bool happens_before(EventLabel first, EventLabel second) const {
    return first == kInitialWrite || (first != second && happened(second)[first.thread] > first.index);
  }
  // How many events of each thread happen before this one or are it; and how many are in its prefix.
  const Clock* happened(EventLabel label) const { return clocks(label); }
  const Clock* prefix(EventLabel label) const { return clocks(label) + stride_; }

  // The place of the earliest write that the next read of the thread may read from without going back behind what happened before it.
  // A next write stands behind that place.
  std::uint32_t earliest_place(std::uint16_t thread, Location location,
                               EventLabel after = kInitialWrite) const;
  // Whether some update that wrote read from this write: another one cannot.
  bool has_update(Location location, EventLabel write) const {
    const std::uint32_t next = place(write) + 1;
    const std::vector<EventLabel>& order = locations_[location].writes;
    return next < order.size() && (*this)[order[next]].of_update;
  }

 private:
  // Every event has three: what happened before, its prefix, and (for a write) what a read that acquires it learns.
  static constexpr std::size_t kClocks = 3;
  static constexpr std::uint32_t kLanes = 8;  // threads that a processor handles at once

  struct AtLocation {
    std::vector<EventLabel> writes, reads;
    std::uint64_t initial = 0;
  };

  const Clock* clocks(EventLabel label) const {
    return &clocks_[label.thread][label.index * kClocks * stride_];
  }
  Clock* clocks(EventLabel label) { return &clocks_[label.thread][label.index * kClocks * stride_]; }
  const Clock* learned(EventLabel write) const { return clocks(write) + 2 * stride_; }
  void make_room(std::uint16_t thread);
  void join(Clock* clock, const Clock* other) const;
  void compute_clocks(EventLabel label);
  EventLabel released_to(const Event& read) const;
  void learn_from_reads(EventLabel fence);
  void publish(EventLabel write);
  void insert_write(EventLabel label);

  std::vector<std::vector<Event>> threads_;
  std::vector<std::vector<Clock>> clocks_;  // by thread
  std::uint32_t stride_ = kLanes;           // threads that a clock has room for
  std::vector<AtLocation> locations_;
  std::vector<EventLabel> executed_;
  std::uint32_t next_stamp_ = 1;
};

// The write of an update that has read, right behind what it read.
Event write_of_update(const ExecutionGraph& graph, EventLabel read, std::uint32_t outcome = 0);
// The update of a queue that follows a read that falls asleep.
Event sleep_of(const ExecutionGraph& graph, EventLabel read);
inline bool is_sleep(const ExecutionGraph& graph, EventLabel read) {
  return read.index > 0 && falls_asleep(graph[{read.thread, static_cast<std::uint16_t>(read.index - 1)}]);
}

}  // namespace linnet

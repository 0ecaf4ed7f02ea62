// Visits every consistent execution graph of a program once.
//
// The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly stateless, optimal dynamic partial order reduction,
// POPL 2022). A graph grows event by event, always by the first thread that can go on. A read has a branch for each write that it may
// read from, and a write one for each place in the modification order. When a write is added, reads that came before it could
// have read from it, too: each such read is revisited. That is, the graph goes back to what came before the read and what
// the write depends on, and the read reads from the write.
//
// A graph can be reached in several ways. It is visited in one of them, because a read is revisited only if the read itself and
// everything that is lost by it were added maximally: each was the last write of its location, or read from the last one, as far as
// the graph was known then, and nothing read from it. Whatever else could be lost is reached from another graph.
//
// The search runs no program. The program is run by someone else, who asks here what happens:
//
//   while (search.next()) {
//     while (thread = search.pick(those that can go on)) event = search.perform(thread, what it does next);
//     search.finished();
//   }
//
// and lets a read have the value of its event. The same program must do the same if it reads the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/memory_model.hpp"
#include "schedule/numbers.hpp"

namespace linnet {

class GraphSearch {
 public:
  explicit GraphSearch(MemoryModel model) : model_(model) {}

  // False if all graphs have been visited.
  bool next();
  // The thread that goes on, of a set with a bit for each. Nothing if none can: threads whose last read waits do not.
  std::optional<std::uint16_t> pick(std::uint64_t ready) const;
  // The thread of the next event. REQUIRES: repeats().
  std::uint16_t repeated_thread() const { return graph().executed()[repeated_].thread; }
  // Whether the thread's last event is a read that waits for a write that is not there.
  bool is_waiting(std::uint16_t thread) const;
  // Adds what the thread does, or repeats it where the graph has it already. An update is announced as its read, and adds its write
  // by itself. A read's `reads_from`, a write's `place` and all stamps are decided here.
  EventLabel perform(std::uint16_t thread, const Event& event);
  // One of several outcomes.
  std::uint32_t choose(std::uint16_t thread, std::uint32_t alternatives);

  // The execution has failed by what the thread did after its last event: the next one is the same without that, so that other threads come
  // to what they do. False if that cannot be told from the events.
  bool end_thread(std::uint16_t thread);
  bool is_ended(EventLabel label) const { return ended_[label.thread] == label.index + 1u; }
  bool has_ended_threads() const {
    return std::ranges::any_of(ended_, [](std::uint32_t length) { return length != 0; });
  }

  // Before the first event of an execution at a location: what it begins with. And before the first event of a thread: the event
  // that created it.
  void begin_location(Location location, std::uint64_t value);
  void begin_thread(std::uint16_t thread, EventLabel creation);
  const ExecutionGraph& graph() const { return frames_[depth_ - 1]->graph; }
  // What this execution has come to: an execution that fails may not come to all that its graph had already.
  std::span<const EventLabel> performed() const { return graph().executed().first(repeated_); }
  // Whether the next event is one that the graph has already.
  bool repeats() const { return repeated_ < graph().executed().size(); }
  bool diverged() const { return diverged_; }
  // The most graphs that were kept at a time.
  std::size_t deepest() const { return deepest_; }

  // The position between two executions, from which another search goes on (graph_search_checkpoint.cpp). load() throws InputError for
  // what save() did not write. REQUIRES of load(): it is a new search, of the same program, which has so many locations.
  void save(NumberWriter& out) const;
  void load(NumberReader& in, std::size_t locations);

 private:
  // A branch that is left to visit, from when the graph had this many events.
  struct Branch {
    enum class Kind : std::uint8_t { reads_from, place, outcome, revisit } kind;
    std::uint32_t length;
    EventLabel event;          // that is read from, or the read that is revisited
    std::uint32_t number = 0;  // the place, or the outcome
  };
  // The graph that a revisit led to, and the branches that its growth left.
  struct Frame {
    ExecutionGraph graph;
    std::vector<Branch> branches;
    bool is_new = true;
  };

  static void save_frame(NumberWriter& out, const Frame& frame, bool runs_again);
  static void load_frame(NumberReader& in, std::size_t locations, Frame& frame);
  static bool is_possible(const ExecutionGraph& graph, const Branch& branch);

  ExecutionGraph& growing() { return frames_[depth_ - 1]->graph; }
  Frame& push_frame();
  bool take(const Branch& branch);
  bool take_read(EventLabel write);
  bool take_place(std::uint32_t place);
  bool take_outcome(std::uint32_t outcome);
  bool completes_sleep();

  EventLabel repeat(std::uint16_t thread, const Event& event);
  EventLabel add_read(std::uint16_t thread, Event event);
  EventLabel add_write(std::uint16_t thread, Event event);
  void add_write_of_update(EventLabel read);
  void leave(Branch::Kind kind, EventLabel event, std::uint32_t number = 0);

  void leave_revisits();
  bool is_maximal(EventLabel event, EventLabel write) const;
  // Adds a frame for each graph in which the read of the top frame's graph reads from the last event there.
  void revisit(EventLabel read);
  struct Labelled {
    EventLabel label;
    Event event;
  };
  bool grows_by(const Labelled& write, const Labelled& read, const ExecutionGraph& from,
                ExecutionGraph& base) const;

  MemoryModel model_;
  std::vector<std::unique_ptr<Frame>> frames_;  // those from depth_ on are kept for their memory
  std::size_t depth_ = 0;
  std::vector<EventLabel> creations_;  // by thread
  std::size_t repeated_ = 0;           // events of the graph that this execution has come to
  // By thread: how many events it has, where it goes no further in this execution; otherwise 0.
  std::array<std::uint32_t, ExecutionGraph::kMostThreads> ended_{};
  bool again_ = false;  // the next execution has the same graph
  std::size_t deepest_ = 0;
  bool started_ = false, diverged_ = false;
};

}  // namespace linnet

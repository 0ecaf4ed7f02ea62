// Memory as a model has it: what an execution asks instead of looking at memory.
//
// Each access, fence, creation and join of the program is an event, and a read has the value that its event got here. Two classes
// decide: GraphStrategy (explore/), which visits every graph, and GraphWalk, which builds one graph as a strategy chooses. The
// runtime knows neither.
#pragma once

#include <optional>
#include <vector>

#include "graph/execution_graph.hpp"
#include "schedule/step.hpp"

namespace linnet {

class ModelledMemory {
 public:
  virtual ~ModelledMemory() = default;

  virtual void start_execution() {}
  // Threads are numbered densely here, and the same in all executions. Nothing if there are too many.
  virtual std::optional<std::uint16_t> index_of(ThreadNumber thread) = 0;
  // Before the first event of an execution at a location: what it begins with.
  virtual void begin_location(Location location, std::uint64_t value) = 0;
  // Before the first event of a thread: which event created it.
  virtual void begin_thread(std::uint16_t thread, EventLabel creation) = 0;
  // What the thread that has the turn does. An update is announced as its read, and adds its write by itself.
  virtual EventLabel perform(std::uint16_t thread, Event event) = 0;
  virtual const ExecutionGraph& graph() const = 0;
  // Whether the thread of this event, its last one, goes no further: it is known that it fails then.
  virtual bool ends_thread(EventLabel) const { return false; }
  // Whether a thread that cannot go on may be given its turn: its read then waits in the graph. Otherwise it waits for its turn.
  virtual bool waits_in_graph() const = 0;
};

// Numbers of threads, in the order in which they were first met.
class ThreadIndices {
 public:
  std::optional<std::uint16_t> index_of(ThreadNumber thread) {
    if (thread < indices_.size() && indices_[thread] != 0) return indices_[thread] - 1;
    if (numbers_.size() == ExecutionGraph::kMostThreads) return std::nullopt;
    if (thread >= indices_.size()) indices_.resize(thread + 1);
    numbers_.push_back(thread);
    indices_[thread] = static_cast<std::uint16_t>(numbers_.size());
    return indices_[thread] - 1;
  }
  ThreadNumber number(std::uint16_t index) const { return numbers_[index]; }

 private:
  std::vector<std::uint16_t> indices_;  // by number: index plus one, or 0
  std::vector<ThreadNumber> numbers_;
};

}  // namespace linnet

// Memory as a model has it: what an execution asks instead of looking at memory.
//
// Each access, fence, creation and join of the program is an event, and a read has the value that its event got here. Two classes
// decide: GraphStrategy (explore/), which visits every graph, and GraphWalk, which builds one graph as a strategy chooses. The
// runtime knows neither.
#pragma once

#include <span>

#include "graph/execution_graph.hpp"
#include "graph/names.hpp"

namespace linnet {

class ModelledMemory {
 public:
  virtual ~ModelledMemory() = default;

  virtual void start_execution() {}
  // What its events call the threads, locations and wide values of this execution.
  virtual Names& names() = 0;
  // Before the first event of an execution at a location: what it begins with.
  virtual void begin_location(Location location, std::uint64_t value) = 0;
  // Before the first event of a thread: which event created it.
  virtual void begin_thread(std::uint16_t thread, EventLabel creation) = 0;
  // What the thread that has the turn does. An update is announced as its read, and adds its write by itself.
  virtual EventLabel perform(std::uint16_t thread, const Event& event) = 0;
  virtual const ExecutionGraph& graph() const = 0;
  // What the execution has come to: its graph may have more from an execution before.
  virtual std::span<const EventLabel> performed() const { return graph().executed(); }
  // Whether the thread of this event, its last one, goes no further: it is known that it fails then.
  virtual bool ends_thread(EventLabel) const { return false; }
  // Whether a thread that cannot go on may be given its turn: its read then waits in the graph. Otherwise it waits for its turn.
  virtual bool waits_in_graph() const = 0;
};

}  // namespace linnet

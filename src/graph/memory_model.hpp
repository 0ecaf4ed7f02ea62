// Memory models: which execution graphs there are. Each model is one predicate over a graph, in a file of its own.
//
// All models share what ExecutionGraph and the search see to: reads and writes of one location agree with what happened before,
// nothing comes between the two sides of an update, and no read depends on itself. What is left to a model is one kind of cycle.
// It is asked after each event that is added, so only cycles through that event can be new; and a new event begins a path only
// where it reads from a write that is not the last one, or is itself not the last write of its location.
#pragma once

#include <cstdint>

#include "graph/execution_graph.hpp"
#include "schedule/memory_model.hpp"

namespace linnet {

// Whether the graph is still consistent after its last event, if it was before.
bool consistent(MemoryModel model, const ExecutionGraph& graph);

// Whether there is a path from the write just behind what the last event saw or is, back to that event, by program order, reads, the
// modification order and reads before the writes that overwrite what they read. What looks and falls asleep does so at once: if it
// has not seen a write, that write comes after its place in the queue.
bool closes_cycle(const ExecutionGraph& graph);
bool consistent_tso(const ExecutionGraph& graph);
// Whether x86 keeps the order of two events of one thread.
bool preserved_by_tso(const ExecutionGraph& graph, EventLabel first, EventLabel second);
bool consistent_c11(const ExecutionGraph& graph);

// Where a path from the last event goes first: the write behind it, or behind what it reads. kInitialWrite if there is none.
EventLabel overtaken(const ExecutionGraph& graph);
// If the last event took a place in a queue: the first write that its thread had not seen when it fell asleep. kInitialWrite if there is none.
EventLabel overslept(const ExecutionGraph& graph);
// Behind the last event of the thread that cannot be divided from this one.
std::uint32_t end_of_step(const ExecutionGraph& graph, EventLabel label);

}  // namespace linnet

// Memory models by their axioms: a graph is a list of events with relations between them, and a model is what may have no cycle.
//
// This is the slow way, for tests: docs/decisions/0005-execution-graphs.md has the formulas, and each function here is one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "graph/event.hpp"
#include "graph/memory_model.hpp"

namespace linnet::testing {

// An event as the axioms see it. The initial writes come first, one for each location, in a thread of their own.
struct AxiomEvent {
  int thread = -1;
  EventKind kind = EventKind::write;
  MemoryOrder order = MemoryOrder::relaxed;
  bool locked = false;  // x86: an update, or a compare-exchange that fails
  std::uint32_t location = kNowhere;
  std::uint64_t value = 0;
  int reads_from = -1;      // the number of an event
  int read_of_update = -1;  // of the write of an update: the number of its read
  int after =
      -1;  // the event that created its thread, or the last one of the thread that it joins, or what woke it
  // What waits and is woken. A write that takes a place in a queue because of what its thread saw has the number of that read.
  int looked = -1;
  bool wakes = false;  // the read of a wake-up, also of one that finds no thread
  // The write of an update of a read-write lock or of a barrier. Such updates have no other order.
  enum class Role : std::uint8_t {
    none,
    write_lock,
    write_unlock,
    read_lock,
    read_unlock,
    arrival
  } role = Role::none;
  std::uint64_t arrivals = 0;  // of a phase
};

// An operation of a thread: its events [first, end), counted in the thread.
struct AxiomOperation {
  int thread = 0, first = 0, end = 0;
};

struct AxiomGraph {
  std::vector<AxiomEvent> events;               // those of one thread in program order
  std::vector<std::vector<int>> modification;   // by location: its writes in order
  std::vector<AxiomOperation> operations = {};  // those of one thread in its order
  // Pairs of operations that a client orders: the return of the first comes before the call of the second. So everything in its
  // thread up to the return comes before everything in the other thread from the call on.
  std::vector<std::pair<int, int>> client = {};
};

bool satisfies(MemoryModel model, const AxiomGraph& graph);

// Bit a of entry b: operation a returns before operation b is called, by what happens before what and by the client. Nothing if the
// graph does not satisfy the model.
std::optional<std::vector<std::uint64_t>> order_of_operations(MemoryModel model, const AxiomGraph& graph);

// Whether what came before the call of operation a happens before what comes after the return of operation b, under c11.
bool is_visible_after(const AxiomGraph& graph, int a, int b);

}  // namespace linnet::testing

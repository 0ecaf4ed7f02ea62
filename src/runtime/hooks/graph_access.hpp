// Atomic accesses under a memory model: the same steps as in atomics.cpp, with values from the graph.
#pragma once

#include "runtime/graphs/graph_memory.hpp"
#include "runtime/hooks/atomic_step.hpp"

namespace linnet::runtime {

inline bool asks_graph() {
  return current.graph != nullptr && scheduled();
}

template <class T>
T value_of(std::uint64_t word) {
  if constexpr (sizeof(T) <= sizeof word) {
    return static_cast<T>(word);
  } else {
    T value;
    current.graph->put(word, &value, sizeof value);
    return value;
  }
}

template <class T>
std::uint64_t word_of(T value) {
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    return value;
  } else {
    return current.graph->word_of(&value, sizeof value);
  }
}

template <class T>
void* unqualified(const volatile T* location) {
  return const_cast<T*>(location);
}

template <class T>
T load_from_graph(const volatile T* location, int order, const void* pc) {
  idle_step(location, sizeof(T), false, {.order = order}, pc);
  return value_of<T>(
      current.graph->load(self(), unqualified(location), sizeof(T), memory_order_of(order), address_of(pc)));
}

template <class T>
void store_to_graph(volatile T* location, T value, int order, const void* pc) {
  busy_step(location, sizeof(T), pc, Drains::no);
  current.graph->store(self(), unqualified(location), sizeof(T), memory_order_of(order), word_of(value),
                       address_of(pc));
}

// The caller announces the step of the update.
template <class T>
T update_in_graph(volatile T* location, const GraphMemory::AtomicOperation& operation, const void* pc) {
  const GraphMemory::Outcome outcome =
      current.graph->update(self(), unqualified(location), sizeof(T), operation, address_of(pc));
  if (!outcome.wrote) became_read(location);
  return value_of<T>(outcome.found);
}

inline GraphMemory::AtomicOperation change_of(Change change, std::uint64_t operand, int order) {
  return {.change = change,
          .order = memory_order_of(order),
          .failure_order = memory_order_of(order),
          .operand = operand};
}

}  // namespace linnet::runtime

// Atomic accesses under a memory model: the same steps as in atomics.cpp, with values from the graph.
#pragma once

#include "runtime/graphs/graph_memory.hpp"
#include "runtime/graphs/orders_at_places.hpp"
#include "runtime/hooks/atomic_step.hpp"

namespace linnet::runtime {

inline bool asks_graph() {
  return current.graph != nullptr && scheduled();
}

// The orders that an access has, before its step: the program's own, or those that are tried there.
inline AtomicOrders orders_at(AtomicAccess access, int order, int failure_order,
                              const volatile void* location, std::uint32_t size, const void* pc) {
  const AtomicOrders orders{memory_order_of(order), memory_order_of(failure_order)};
  for (const int one : {order, failure_order}) note_if_consume(one, self(), location, pc);
  if (!orders_at_places().is_used()) [[likely]]
    return orders;
  return orders_at_places().at(self(), {{}, access, orders, address_of(location), size}, pc);
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
  const MemoryOrder here = orders_at(AtomicAccess::load, order, order, location, sizeof(T), pc).order;
  idle_step(location, sizeof(T), false, {.order = order}, pc);
  return value_of<T>(current.graph->load(self(), unqualified(location), sizeof(T), here, address_of(pc)));
}

template <class T>
void store_to_graph(volatile T* location, T value, int order, const void* pc) {
  const MemoryOrder here = orders_at(AtomicAccess::store, order, order, location, sizeof(T), pc).order;
  busy_step(location, sizeof(T), pc, Drains::no);
  current.graph->store(self(), unqualified(location), sizeof(T), here, word_of(value), address_of(pc));
}

// The caller announces the step of the update.
template <class T>
T update_in_graph(volatile T* location, const GraphMemory::AtomicOperation& operation, const void* pc) {
  const GraphMemory::Outcome outcome =
      current.graph->update(self(), unqualified(location), sizeof(T), operation, address_of(pc));
  if (!outcome.wrote) became_read(location);
  return value_of<T>(outcome.found);
}

}  // namespace linnet::runtime

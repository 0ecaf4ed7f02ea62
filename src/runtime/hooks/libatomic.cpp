// The generic functions of libatomic: atomic objects larger than any instruction.
#include <cstring>

#include "runtime/hooks/export.hpp"
#include "runtime/hooks/graph_access.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

// REQUIRES: before the step.
AtomicOrders orders_of_call(AtomicAccess access, int order, int failure_order, const void* location,
                            std::uint32_t size, const void* pc) {
  return asks_graph() ? orders_at(access, order, failure_order, location, size, pc) : AtomicOrders();
}

}  // namespace

// These have other names, because clang does not allow its builtin functions to be defined.
LINNET_EXPORT void generic_store(std::size_t size, void* location, const void* value,
                                 int order) __asm__("__atomic_store");
LINNET_EXPORT void generic_exchange(std::size_t size, void* location, const void* value, void* result,
                                    int order) __asm__("__atomic_exchange");

extern "C" void linnet___atomic_load(std::size_t size, const void* location, void* result, int order) {
  const auto bytes = static_cast<std::uint32_t>(size);
  const MemoryOrder here = orders_of_call(AtomicAccess::load, order, order, location, bytes, LINNET_PC).order;
  if (scheduled()) idle_step(location, bytes, false, {}, LINNET_PC);
  if (scheduled() && current.graph != nullptr) {
    const std::uint64_t word =
        current.graph->load(self(), const_cast<void*>(location), bytes, here, address_of(LINNET_PC));
    return current.graph->put(word, result, bytes);
  }
  observe(location, bytes, false, AtomicKind::load, order, LINNET_PC);
  std::memcpy(result, location, size);
}

void generic_store(std::size_t size, void* location, const void* value, int order) {
  const auto bytes = static_cast<std::uint32_t>(size);
  const MemoryOrder here =
      orders_of_call(AtomicAccess::store, order, order, location, bytes, LINNET_PC).order;
  if (scheduled()) busy_step(location, bytes, LINNET_PC);
  if (scheduled() && current.graph != nullptr)
    return current.graph->store(self(), location, bytes, here, current.graph->word_of(value, bytes),
                                address_of(LINNET_PC));
  observe(location, bytes, true, AtomicKind::store, order, LINNET_PC);
  std::memcpy(location, value, size);
}

void generic_exchange(std::size_t size, void* location, const void* value, void* result, int order) {
  const auto bytes = static_cast<std::uint32_t>(size);
  const MemoryOrder here =
      orders_of_call(AtomicAccess::update, order, order, location, bytes, LINNET_PC).order;
  if (scheduled()) busy_step(location, bytes, LINNET_PC);
  if (scheduled() && current.graph != nullptr) {
    const GraphMemory::AtomicOperation exchange{
        .change = Change::exchange, .order = here, .operand = current.graph->word_of(value, bytes)};
    return current.graph->put(
        current.graph->update(self(), location, bytes, exchange, address_of(LINNET_PC)).found, result, bytes);
  }
  observe(location, bytes, true, AtomicKind::read_modify_write, order, LINNET_PC);
  // `result` may be the same as `value`.
  for (std::size_t i = 0; i < size; ++i) {
    const char before = static_cast<char*>(location)[i];
    static_cast<char*>(location)[i] = static_cast<const char*>(value)[i];
    static_cast<char*>(result)[i] = before;
  }
}

extern "C" bool linnet___atomic_compare_exchange(std::size_t size, void* location, void* expected,
                                                 const void* desired, int order, int failure_order) {
  const auto bytes = static_cast<std::uint32_t>(size);
  const AtomicOrders orders =
      orders_of_call(AtomicAccess::compare_exchange, order, failure_order, location, bytes, LINNET_PC);
  if (scheduled()) {
    conditional_step(location, bytes, {.first = address_of(expected), .second = address_of(desired)},
                     LINNET_PC);
  }
  if (scheduled() && current.graph != nullptr) {
    const GraphMemory::AtomicOperation compare{.change = Change::compare,
                                               .order = orders.order,
                                               .failure_order = orders.failure,
                                               .operand = current.graph->word_of(desired, bytes),
                                               .expected = current.graph->word_of(expected, bytes)};
    const GraphMemory::Outcome outcome =
        current.graph->update(self(), location, bytes, compare, address_of(LINNET_PC));
    if (outcome.wrote) return true;
    became_read(location);
    self().writes_plainly(address_of(expected), bytes, 0);
    current.graph->put(outcome.found, expected, bytes);
    return false;
  }
  const bool succeeds = std::memcmp(location, expected, size) == 0;
  observe(location, bytes, succeeds, succeeds ? AtomicKind::read_modify_write : AtomicKind::load,
          succeeds ? order : failure_order, LINNET_PC);
  if (succeeds) {
    std::memcpy(location, desired, size);
    return true;
  }
  became_read(location);
  self().writes_plainly(address_of(expected), bytes, 0);
  std::memcpy(expected, location, size);
  return false;
}

}  // namespace linnet::runtime

// Memory orders of atomic accesses, by their names, and which of them an access can have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/named.hpp"

namespace linnet {

enum class MemoryOrder : std::uint8_t {
  plain,
  relaxed,
  acquire,
  release,
  acquire_release,
  seq_cst,
  last = seq_cst
};

constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order >= MemoryOrder::acquire_release;
}
constexpr bool releases(MemoryOrder order) {
  return order >= MemoryOrder::release;
}
// Whether the first orders all that the second does, and more.
constexpr bool is_stronger(MemoryOrder one, MemoryOrder other) {
  return one > other && acquires(one) >= acquires(other) && releases(one) >= releases(other);
}

inline constexpr Named<MemoryOrder> kMemoryOrders[] = {
    {MemoryOrder::plain, "plain"},
    {MemoryOrder::relaxed, "relaxed"},
    {MemoryOrder::acquire, "acquire"},
    {MemoryOrder::release, "release"},
    {MemoryOrder::acquire_release, "acq_rel"},
    {MemoryOrder::seq_cst, "seq_cst"},
};
constexpr std::string_view name_of(MemoryOrder order) {
  return name_in(kMemoryOrders, order);
}

enum class AtomicAccess : std::uint8_t { load, store, update, compare_exchange, fence, last = fence };

inline constexpr Named<AtomicAccess> kAtomicAccesses[] = {
    {AtomicAccess::load, "load"},     {AtomicAccess::store, "store"},
    {AtomicAccess::update, "update"}, {AtomicAccess::compare_exchange, "compare-exchange"},
    {AtomicAccess::fence, "fence"},
};
constexpr std::string_view name_of(AtomicAccess access) {
  return name_in(kAtomicAccesses, access);
}

inline constexpr MemoryOrder kOrdersOfLoads[] = {MemoryOrder::relaxed, MemoryOrder::acquire,
                                                 MemoryOrder::seq_cst};
inline constexpr MemoryOrder kOrdersOfStores[] = {MemoryOrder::relaxed, MemoryOrder::release,
                                                  MemoryOrder::seq_cst};
inline constexpr MemoryOrder kAllOrders[] = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                                             MemoryOrder::acquire_release, MemoryOrder::seq_cst};

// Those that it can have, weaker ones first. A relaxed fence is none.
constexpr std::span<const MemoryOrder> orders_of(AtomicAccess access) {
  if (access == AtomicAccess::load) return kOrdersOfLoads;
  if (access == AtomicAccess::store) return kOrdersOfStores;
  return kAllOrders;
}

}  // namespace linnet

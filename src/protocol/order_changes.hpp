// The memory orders of a program by place, and others that are tried instead of them.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "protocol/execution_ending.hpp"
#include "schedule/memory_order.hpp"

namespace linnet::runtime {

// The orders that an access has. That of failure is one of compare-exchanges only.
struct AtomicOrders {
  MemoryOrder order = MemoryOrder::seq_cst, failure = MemoryOrder::seq_cst;

  auto members() { return std::tie(order, failure); }
  friend bool operator==(AtomicOrders, AtomicOrders) = default;
};

// An atomic access or a fence that ran, as the program has it.
struct OrderSite {
  CallStack calls;  // innermost first: those that tell where the program asked for it
  AtomicAccess access{};
  AtomicOrders orders;
  std::uint64_t address = 0, size = 0;  // what it touched the first time; 0 for a fence

  auto members() { return std::tie(calls, access, orders, address, size); }
};

// What is tried where these calls led to the access.
struct OrderChange {
  CallStack calls;  // innermost first: as many as it takes to tell the place
  AtomicAccess access{};
  AtomicOrders orders;
  bool fence_before = false;  // one of order seq_cst

  auto members() { return std::tie(calls, access, orders, fence_before); }
};

}  // namespace linnet::runtime

// Which changes of memory orders are enough, and which are too many: the search, by a function that decides.
//
// A stronger order allows fewer executions. So if a change does not help, none that is weaker does, and only the weakest
// changes that help are of interest.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "schedule/memory_order.hpp"

namespace linnet {

// An order that can be changed.
struct OrderSlot {
  AtomicAccess access{};
  bool on_failure = false;
  MemoryOrder order{};

  // All that it could be, weaker ones first.
  std::span<const MemoryOrder> orders() const { return orders_of(on_failure ? AtomicAccess::load : access); }
  bool takes_fence() const { return !on_failure && access != AtomicAccess::fence; }
};

// A change of the slot with this number.
struct SlotChange {
  std::size_t slot = 0;
  MemoryOrder to{};
  bool fence_before = false;  // instead of another order

  friend auto operator<=>(const SlotChange&, const SlotChange&) = default;
};
using SlotChanges = std::vector<SlotChange>;

enum class Trial : std::uint8_t { passes, fails, unknown, over };  // over: no more can be tried

using TryOrders = std::function<Trial(const SlotChanges&)>;

struct OrdersThatHelp {
  std::vector<SlotChanges> suggestions;  // weakest first
  bool none_helps = false;               // not even everything at once
  std::size_t tried = 0, unknown = 0;
  bool over = false;  // before all were tried
};
// Single changes, of each slot the weakest that make it pass; if there are none, pairs, of any two slots one that cannot be weaker.
OrdersThatHelp strengthen(std::span<const OrderSlot> slots, const TryOrders& passes_with);

struct OrdersThatSuffice {
  std::vector<MemoryOrder> alone, together;  // by slot
  std::size_t tried = 0, unknown = 0;
  bool over = false;
};
// REQUIRES: without changes it passes.
OrdersThatSuffice weaken(std::span<const OrderSlot> slots, const TryOrders& passes_with);

}  // namespace linnet

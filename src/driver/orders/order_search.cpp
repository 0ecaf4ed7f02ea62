// strengthen() and weaken().
#include "driver/orders/order_search.hpp"

#include <algorithm>
#include <optional>

#include "base/stable_sort.hpp"

namespace linnet {

namespace {

// So much does a change cost, roughly: how suggestions are sorted.
int cost_of(const SlotChange& change) {
  constexpr int kFence = 5;
  if (change.fence_before) return kFence;
  return change.to == MemoryOrder::release ? static_cast<int>(MemoryOrder::acquire)
                                           : static_cast<int>(change.to);
}

int cost_of(const SlotChanges& changes) {
  int cost = 0;
  for (const SlotChange& change : changes) cost += cost_of(change);
  return cost;
}

// Counts what is tried, and stops when it is over.
class Trials {
 public:
  explicit Trials(const TryOrders& passes_with) : passes_with_(passes_with) {}

  bool pass(const SlotChanges& changes) {
    if (over) return false;
    const Trial result = passes_with_(changes);
    over = result == Trial::over;
    tried += !over;
    unknown += result == Trial::unknown;
    return result == Trial::passes;
  }

  std::size_t tried = 0, unknown = 0;
  bool over = false;

 private:
  const TryOrders& passes_with_;
};

// The strongest change of each slot, and a fence before it.
SlotChanges strongest_changes(std::span<const OrderSlot> slots) {
  SlotChanges changes;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].order != MemoryOrder::seq_cst) changes.push_back({i, MemoryOrder::seq_cst});
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].takes_fence()) changes.push_back({i, slots[i].order, true});
  }
  return changes;
}

class Strengthening {
 public:
  Strengthening(std::span<const OrderSlot> slots, const TryOrders& passes_with)
      : slots_(slots), trials_(passes_with) {}

  OrdersThatHelp run() {
    const SlotChanges strongest = strongest_changes(slots_);
    OrdersThatHelp result;
    result.none_helps = strongest.empty() || !trials_.pass(strongest);
    if (!result.none_helps) {
      for (const SlotChange& change : strongest) try_alone(change, result);
      if (result.suggestions.empty()) try_pairs(strongest, result);
    }
    stable_sort_by(result.suggestions, [](const SlotChanges& s) { return cost_of(s); });
    result.tried = trials_.tried;
    result.unknown = trials_.unknown;
    result.over = trials_.over;
    return result;
  }

 private:
  // The weakest changes of its slot with which, and with the other change, all is well.
  SlotChanges weakest_of(const SlotChange& change, const std::optional<SlotChange>& other) {
    SlotChanges found;
    if (change.fence_before) return {change};
    const OrderSlot& slot = slots_[change.slot];
    for (const MemoryOrder order : slot.orders()) {
      const bool known = std::ranges::any_of(
          found, [order](const SlotChange& weaker) { return is_stronger(order, weaker.to); });
      if (!is_stronger(order, slot.order) || order == change.to || known) continue;
      SlotChanges changes{{change.slot, order}};
      if (other) changes.push_back(*other);
      if (trials_.pass(changes)) found.push_back(changes.front());
    }
    if (found.empty()) found.push_back(change);
    return found;
  }

  void try_alone(const SlotChange& change, OrdersThatHelp& result) {
    if (!trials_.pass({change})) return;
    for (const SlotChange& weakest : weakest_of(change, std::nullopt))
      result.suggestions.push_back({weakest});
  }

  void try_pairs(const SlotChanges& strongest, OrdersThatHelp& result) {
    for (std::size_t i = 0; i < strongest.size(); ++i) {
      for (std::size_t j = i + 1; j < strongest.size(); ++j) {
        const bool same = strongest[i].slot == strongest[j].slot;
        if (same || !trials_.pass({strongest[i], strongest[j]})) continue;
        const SlotChange one = weakest_of(strongest[i], strongest[j]).front();
        result.suggestions.push_back({one, weakest_of(strongest[j], one).front()});
      }
    }
  }

  std::span<const OrderSlot> slots_;
  Trials trials_;
};

// The weakest order of a slot, none weaker than `least`, with which all is well beside the other changes.
MemoryOrder weakest_beside(const OrderSlot& slot, std::size_t number, MemoryOrder least,
                           const SlotChanges& others, Trials& trials) {
  for (const MemoryOrder order : slot.orders()) {
    if (!is_stronger(slot.order, order) || is_stronger(least, order)) continue;
    SlotChanges changes = others;
    changes.push_back({number, order});
    if (trials.pass(changes)) return order;
  }
  return slot.order;
}

}  // namespace

OrdersThatHelp strengthen(std::span<const OrderSlot> slots, const TryOrders& passes_with) {
  return Strengthening(slots, passes_with).run();
}

OrdersThatSuffice weaken(std::span<const OrderSlot> slots, const TryOrders& passes_with) {
  Trials trials(passes_with);
  OrdersThatSuffice result;
  for (std::size_t i = 0; i < slots.size(); ++i)
    result.alone.push_back(weakest_beside(slots[i], i, MemoryOrder::relaxed, {}, trials));
  SlotChanges together;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const MemoryOrder order = together.empty() || result.alone[i] == slots[i].order
                                  ? result.alone[i]
                                  : weakest_beside(slots[i], i, result.alone[i], together, trials);
    result.together.push_back(order);
    if (order != slots[i].order) together.push_back({i, order});
  }
  result.tried = trials.tried;
  result.unknown = trials.unknown;
  result.over = trials.over;
  return result;
}

}  // namespace linnet

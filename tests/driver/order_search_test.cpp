// The search for orders that are enough, compared with trying everything, on random requirements.
#include "driver/orders/order_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "scale.hpp"

namespace linnet {
namespace {

bool at_least(MemoryOrder one, MemoryOrder other) {
  return one == other || is_stronger(one, other);
}

// What a program needs: one of several lists, and of a list everything.
struct Requirement {
  std::vector<SlotChanges> any_of;

  bool is_met(std::span<const OrderSlot> slots, const SlotChanges& changes) const {
    const auto has = [&](const SlotChange& needed) {
      MemoryOrder order = slots[needed.slot].order;
      bool fence = false;
      for (const SlotChange& change : changes) {
        if (change.slot != needed.slot) continue;
        if (change.fence_before) fence = true;
        if (!change.fence_before) order = change.to;
      }
      return needed.fence_before ? fence : at_least(order, needed.to);
    };
    return std::ranges::any_of(any_of,
                               [&](const SlotChanges& list) { return std::ranges::all_of(list, has); });
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }

  std::vector<OrderSlot> slots() {
    std::vector<OrderSlot> all(1 + below(4));
    for (OrderSlot& slot : all) {
      slot.access = static_cast<AtomicAccess>(below(5));
      slot.on_failure = slot.access == AtomicAccess::compare_exchange && below(2) == 0;
      slot.order = slot.orders()[below(slot.orders().size())];
    }
    return all;
  }
  Requirement requirement(std::span<const OrderSlot> slots, bool with_fences) {
    Requirement made;
    made.any_of.resize(1 + below(3));
    for (SlotChanges& list : made.any_of) {
      for (std::size_t i = 0; i < 1 + below(3); ++i) {
        const std::size_t slot = below(slots.size());
        const bool fence = with_fences && slots[slot].takes_fence() && below(3) == 0;
        const auto orders = slots[slot].orders();
        list.push_back({slot, orders[below(orders.size())], fence});
      }
    }
    return made;
  }

 private:
  std::mt19937 engine_;
};

// Every change of one slot that makes it stronger.
SlotChanges all_changes(std::span<const OrderSlot> slots) {
  SlotChanges all;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (const MemoryOrder order : slots[i].orders()) {
      if (is_stronger(order, slots[i].order)) all.push_back({i, order});
    }
    if (slots[i].takes_fence()) all.push_back({i, slots[i].order, true});
  }
  return all;
}

bool is_weaker(const SlotChange& one, const SlotChange& other) {
  return one.slot == other.slot && !one.fence_before && !other.fence_before && is_stronger(other.to, one.to);
}

TEST(OrderSearch, FindsTheWeakestSingleChangesThatHelp) {
  int with_single = 0;
  for (unsigned seed = 0; seed < 2000 * test_scale(); ++seed) {
    Random random(seed);
    const std::vector<OrderSlot> slots = random.slots();
    const Requirement needed = random.requirement(slots, true);
    if (needed.is_met(slots, {})) continue;
    std::set<SlotChanges> expected;
    const SlotChanges all = all_changes(slots);
    for (const SlotChange& change : all) {
      const bool weakest = std::ranges::none_of(all, [&](const SlotChange& other) {
        return is_weaker(other, change) && needed.is_met(slots, {other});
      });
      if (weakest && needed.is_met(slots, {change})) expected.insert({change});
    }
    const OrdersThatHelp found = strengthen(slots, [&](const SlotChanges& changes) {
      return needed.is_met(slots, changes) ? Trial::passes : Trial::fails;
    });
    if (expected.empty()) continue;
    ++with_single;
    EXPECT_EQ(std::set<SlotChanges>(found.suggestions.begin(), found.suggestions.end()), expected) << seed;
    EXPECT_EQ(found.suggestions.size(), expected.size()) << seed;
  }
  EXPECT_GT(with_single, 100);
}

TEST(OrderSearch, FindsEveryPairOfPlacesWhereNoSingleChangeHelps) {
  int with_pairs = 0, without = 0;
  for (unsigned seed = 0; seed < 2000 * test_scale(); ++seed) {
    Random random(seed);
    const std::vector<OrderSlot> slots = random.slots();
    const Requirement needed = random.requirement(slots, true);
    const SlotChanges all = all_changes(slots);
    const auto helps = [&](const SlotChange& change) { return needed.is_met(slots, {change}); };
    if (needed.is_met(slots, {}) || std::ranges::any_of(all, helps)) continue;
    std::set<std::array<std::pair<std::size_t, bool>, 2>> expected, suggested;
    for (const SlotChange& one : all) {
      for (const SlotChange& other : all) {
        if (one.slot != other.slot && needed.is_met(slots, {one, other}))
          expected.insert({std::pair{one.slot, one.fence_before}, std::pair{other.slot, other.fence_before}});
      }
    }
    const OrdersThatHelp found = strengthen(slots, [&](const SlotChanges& changes) {
      return needed.is_met(slots, changes) ? Trial::passes : Trial::fails;
    });
    for (const SlotChanges& pair : found.suggestions) {
      ASSERT_EQ(pair.size(), 2u);
      EXPECT_TRUE(needed.is_met(slots, pair)) << seed;
      for (const SlotChange& change : all) {
        EXPECT_FALSE(is_weaker(change, pair[0]) && needed.is_met(slots, {change, pair[1]})) << seed;
        EXPECT_FALSE(is_weaker(change, pair[1]) && needed.is_met(slots, {pair[0], change})) << seed;
      }
      for (const std::size_t first : {0u, 1u})
        suggested.insert({std::pair{pair[first].slot, pair[first].fence_before},
                          std::pair{pair[1 - first].slot, pair[1 - first].fence_before}});
    }
    EXPECT_EQ(suggested, expected) << seed;
    EXPECT_EQ(found.none_helps,
              !needed.is_met(slots,
                             [&] {
                               SlotChanges strongest;
                               for (const SlotChange& change : all) {
                                 if (change.fence_before || change.to == MemoryOrder::seq_cst)
                                   strongest.push_back(change);
                               }
                               return strongest;
                             }()))
        << seed;
    ++(expected.empty() ? without : with_pairs);
  }
  EXPECT_GT(with_pairs, 50);
  EXPECT_GT(without, 5);
}

TEST(OrderSearch, FindsTheWeakestOrdersThatSuffice) {
  int weakened = 0;
  for (unsigned seed = 0; seed < 2000 * test_scale(); ++seed) {
    Random random(seed);
    const std::vector<OrderSlot> slots = random.slots();
    const Requirement needed = random.requirement(slots, false);
    if (!needed.is_met(slots, {})) continue;
    const OrdersThatSuffice found = weaken(slots, [&](const SlotChanges& changes) {
      return needed.is_met(slots, changes) ? Trial::passes : Trial::fails;
    });
    SlotChanges together;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      EXPECT_TRUE(needed.is_met(slots, {{i, found.alone[i]}})) << seed;
      together.push_back({i, found.together[i]});
      weakened += found.together[i] != slots[i].order;
      for (const MemoryOrder order : slots[i].orders()) {
        if (is_stronger(found.alone[i], order)) {
          EXPECT_FALSE(needed.is_met(slots, {{i, order}})) << seed;
        }
      }
    }
    EXPECT_TRUE(needed.is_met(slots, together)) << seed;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      for (const MemoryOrder order : slots[i].orders()) {
        SlotChanges weaker = together;
        weaker[i].to = order;
        if (is_stronger(found.together[i], order)) {
          EXPECT_FALSE(needed.is_met(slots, weaker)) << seed;
        }
      }
    }
  }
  EXPECT_GT(weakened, 100);
}

TEST(OrderSearch, StopsWhenTimeIsOver) {
  const std::vector<OrderSlot> slots(3, {AtomicAccess::load, false, MemoryOrder::relaxed});
  int left = 2;
  const TryOrders limited = [&left](const SlotChanges&) { return left-- > 0 ? Trial::passes : Trial::over; };
  const OrdersThatHelp found = strengthen(slots, limited);
  EXPECT_TRUE(found.over);
  EXPECT_EQ(found.tried, 2u);
  EXPECT_EQ(found.suggestions.size(), 1u);
}

}  // namespace
}  // namespace linnet

// OrderPlaces: a group for each line, access and order.
#include "driver/orders/order_places.hpp"

#include <algorithm>
#include <optional>

#include "base/stable_sort.hpp"
#include "driver/naming/place_of_user.hpp"

namespace linnet {

// An element of an array stands for all of them: "slots[…]".
std::string OrderPlaces::object_of(const runtime::OrderSite& site) const {
  std::string name = site.address == 0 ? "" : symbols_.data(site.address, site.size), text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    text += name[i];
    const std::size_t end = name.find(']', i);
    if (name[i] != '[' || end == name.npos) continue;
    text += "…";
    i = end - 1;
  }
  return text;
}

void OrderPlaces::add_to_group(Group group) {
  const auto same = std::ranges::find_if(groups_, [&](const Group& known) { return known.is_same(group); });
  if (same == groups_.end()) {
    slots_.push_back({groups_.size(), false});
    if (group.access == AtomicAccess::compare_exchange) slots_.push_back({groups_.size(), true});
    groups_.push_back(std::move(group));
  } else if (std::ranges::find(same->calls, group.calls.front()) == same->calls.end()) {
    same->calls.push_back(std::move(group.calls.front()));
  }
}

void OrderPlaces::add(const std::vector<runtime::OrderSite>& sites) {
  std::vector<Group> found;
  for (const runtime::OrderSite& site : sites) {
    for (std::size_t i = 0; i < site.calls.size(); ++i) {
      const std::optional<CodePlace> asked = first_beyond_std_atomic(symbols_.code(site.calls[i] - 1));
      if (!asked) continue;
      if (asked->file.empty() || is_of_standard_library(*asked)) break;
      found.push_back({*asked,
                       site.access,
                       site.orders,
                       object_of(site),
                       {{site.calls.begin(), site.calls.begin() + static_cast<std::ptrdiff_t>(i) + 1}}});
      break;
    }
  }
  stable_sort_by(found, [](const Group& one) { return std::tie(one.place.file, one.place.line); });
  for (Group& one : found) add_to_group(std::move(one));
}

std::vector<OrderSlot> OrderPlaces::slots() const {
  std::vector<OrderSlot> all;
  for (const Slot& slot : slots_) {
    const Group& group = groups_[slot.group];
    all.push_back(
        {group.access, slot.on_failure, slot.on_failure ? group.orders.failure : group.orders.order});
  }
  return all;
}

OrderAtPlace OrderPlaces::describe(std::size_t slot) const {
  const Group& group = groups_[slots_[slot].group];
  const bool on_failure = slots_[slot].on_failure;
  return {group.place, group.object, group.access, on_failure,
          on_failure ? group.orders.failure : group.orders.order};
}

std::vector<runtime::OrderChange> OrderPlaces::changes(const SlotChanges& wanted) const {
  std::vector<std::optional<runtime::OrderChange>> by_group(groups_.size());
  for (const SlotChange& change : wanted) {
    const Slot& slot = slots_[change.slot];
    const Group& group = groups_[slot.group];
    std::optional<runtime::OrderChange>& made = by_group[slot.group];
    if (!made) made = {{}, group.access, group.orders, false};
    made->fence_before |= change.fence_before;
    if (!change.fence_before) (slot.on_failure ? made->orders.failure : made->orders.order) = change.to;
  }
  std::vector<runtime::OrderChange> all;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!by_group[i]) continue;
    for (const runtime::CallStack& calls : groups_[i].calls) {
      all.push_back(*by_group[i]);
      all.back().calls = calls;
    }
  }
  return all;
}

}  // namespace linnet

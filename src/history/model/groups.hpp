// Numbers in groups that are numbered themselves, stored one group after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

namespace linnet {

class Groups {
 public:
  Groups() = default;
  // Puts the item of each thing into its group; within a group, items stay in the given order.
  template <class Things, class GroupOf, class ItemOf>
  Groups(std::size_t groups, const Things& things, GroupOf group_of, ItemOf item_of)
      : starts_(groups + 1), items_(std::ranges::size(things)) {
    for (const auto& thing : things) ++starts_[std::invoke(group_of, thing)];
    std::partial_sum(starts_.begin(), starts_.end(),
                     starts_.begin());  // the ends of groups, until they are filled
    for (const auto& thing : std::views::reverse(things))
      items_[--starts_[std::invoke(group_of, thing)]] = std::invoke(item_of, thing);
  }

  std::size_t size() const { return starts_.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t group) const {
    return std::span(items_).subspan(starts_[group], starts_[group + 1] - starts_[group]);
  }
  // All of them, group by group.
  const std::vector<std::uint32_t>& items() const { return items_; }

 private:
  std::vector<std::size_t> starts_ = {0};
  std::vector<std::uint32_t> items_;
};

}  // namespace linnet

// Sorts a short list by a key, and leaves items with equal keys in their order.
//
// std::ranges::stable_sort of libstdc++ 12 cannot be used: it calls a deprecated function, about which clang warns.
#pragma once

#include <algorithm>
#include <vector>

namespace linnet {

template <class Item, class Key>
void stable_sort_by(std::vector<Item>& items, const Key& key) {
  for (auto next = items.begin(); next != items.end(); ++next) {
    const auto comes_first = [&key](const auto& one, const Item& item) { return one < key(item); };
    std::rotate(std::upper_bound(items.begin(), next, key(*next), comes_first), next, next + 1);
  }
}

}  // namespace linnet

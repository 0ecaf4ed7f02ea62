// ConcurrentBag: values without an order, in two lists with a lock each. Values are added to the lists in
// turn, and a thread that takes one tries a random list first, and takes any value of it.
//
// This is intended, but no deterministic object does it (J of Line-Up): any value may be taken.
//
// Bug E, whose form the paper does not tell: count() reads one list after the other, and may count a value
// that has been taken meanwhile together with the one that replaced it.
#pragma once

#include <linnet/choose.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace classes {

template <bool correct>
class ConcurrentBag {
 public:
  void add(int value) {
    List& list = lists_[next_.fetch_add(1) % 2];
    const std::scoped_lock lock(list.mutex);
    list.items.push_back(value);
  }
  std::optional<int> try_take() {
    return find([](std::vector<int>& items) {
      const auto taken = items.begin() + linnet::choose(static_cast<unsigned>(items.size()));
      const int value = *taken;
      items.erase(taken);
      return value;
    });
  }
  std::optional<int> try_peek() {
    return find([](const std::vector<int>& items) {
      return items[linnet::choose(static_cast<unsigned>(items.size()))];
    });
  }
  int count() {
    if (correct) {
      const std::scoped_lock all(lists_[0].mutex, lists_[1].mutex);
      return static_cast<int>(lists_[0].items.size() + lists_[1].items.size());
    }
    std::size_t sum = 0;
    for (List& list : lists_) {
      const std::scoped_lock one(list.mutex);
      sum += list.items.size();
    }
    return static_cast<int>(sum);
  }
  bool is_empty() {
    const std::scoped_lock all(lists_[0].mutex, lists_[1].mutex);
    return lists_[0].items.empty() && lists_[1].items.empty();
  }
  // Sorted, because the order does not matter in a bag.
  std::vector<int> to_array() {
    const std::scoped_lock all(lists_[0].mutex, lists_[1].mutex);
    std::vector<int> values = lists_[0].items;
    values.insert(values.end(), lists_[1].items.begin(), lists_[1].items.end());
    std::sort(values.begin(), values.end());
    return values;
  }

 private:
  struct List {
    std::mutex mutex;
    std::vector<int> items;
  };

  // Only with both locks can it tell that there is nothing.
  template <class Use>
  std::optional<int> find(Use use) {
    {
      List& list = lists_[linnet::choose(2)];
      const std::scoped_lock one(list.mutex);
      if (!list.items.empty()) return use(list.items);
    }
    const std::scoped_lock all(lists_[0].mutex, lists_[1].mutex);
    for (List& list : lists_) {
      if (!list.items.empty()) return use(list.items);
    }
    return std::nullopt;
  }

  std::array<List, 2> lists_;
  std::atomic<unsigned> next_{0};
};

}  // namespace classes

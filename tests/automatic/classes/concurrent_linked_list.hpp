// ConcurrentLinkedList: values come and go at both ends, under one lock.
//
// Bug C of Line-Up, whose form the paper does not tell: try_remove_first() reads the value and removes it under two
// holds of the lock, so that two threads get the same one.
#pragma once

#include <list>
#include <mutex>
#include <optional>

namespace classes {

template <bool correct>
class ConcurrentLinkedList {
 public:
  void add_first(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_front(value);
  }
  void add_last(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
  }
  bool remove_first() {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return false;
    items_.pop_front();
    return true;
  }
  bool remove_last() {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return false;
    items_.pop_back();
    return true;
  }
  std::optional<int> try_remove_first() {
    std::unique_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int value = items_.front();
    if (correct) {
      items_.pop_front();
    } else {
      lock.unlock();
      remove_first();
    }
    return value;
  }
  std::optional<int> try_remove_last() {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int value = items_.back();
    items_.pop_back();
    return value;
  }
  int count() {
    const std::scoped_lock lock(mutex_);
    return static_cast<int>(items_.size());
  }

 private:
  std::mutex mutex_;
  std::list<int> items_;
};

}  // namespace classes

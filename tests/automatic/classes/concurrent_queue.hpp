// ConcurrentQueue: first in, first out, under one lock.
//
// Bug B of Line-Up: try_dequeue() waits for the lock with a timeout, and reports an empty queue when it runs
// out.
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace classes {

template <bool correct>
class ConcurrentQueue {
 public:
  void enqueue(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
  }
  std::optional<int> try_dequeue() {
    if (correct) {
      mutex_.lock();
    } else if (!mutex_.try_lock_for(std::chrono::milliseconds(10))) {
      return std::nullopt;
    }
    std::optional<int> first;
    if (!items_.empty()) {
      first = items_.front();
      items_.pop_front();
    }
    mutex_.unlock();
    return first;
  }
  std::optional<int> try_peek() {
    const std::scoped_lock lock(mutex_);
    return items_.empty() ? std::nullopt : std::optional(items_.front());
  }
  int count() {
    const std::scoped_lock lock(mutex_);
    return static_cast<int>(items_.size());
  }
  bool is_empty() { return count() == 0; }
  std::vector<int> to_array() {
    const std::scoped_lock lock(mutex_);
    return {items_.begin(), items_.end()};
  }

 private:
  std::timed_mutex mutex_;
  std::deque<int> items_;
};

}  // namespace classes

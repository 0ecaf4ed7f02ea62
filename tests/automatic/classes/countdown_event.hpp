// CountdownEvent: wait() returns once signal() has been called often enough.
//
// The wrong one adds to the count in two steps, without the lock: a signal() between them is lost.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace classes {

template <bool correct>
class CountdownEvent {
 public:
  explicit CountdownEvent(int count) : count_(count) {}

  // Returns whether those were the last.
  bool signal(int times) {
    const std::scoped_lock lock(mutex_);
    if (count_.load() < times) throw std::logic_error("below zero");
    count_ -= times;
    if (count_.load() > 0) return false;
    zero_.notify_all();
    return true;
  }
  // Returns false if it is set: that is final.
  bool try_add_count(int times) {
    if (correct) {
      const std::scoped_lock lock(mutex_);
      if (count_.load() == 0) return false;
      count_ += times;
      return true;
    }
    if (count_.load() == 0) return false;
    count_.store(count_.load() + times);
    return true;
  }
  void add_count(int times) {
    if (!try_add_count(times)) throw std::logic_error("it is set");
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (count_.load() > 0) zero_.wait(lock);
  }
  bool try_wait() const { return is_set(); }
  int current_count() const { return count_.load(); }
  bool is_set() const { return count_.load() == 0; }

 private:
  std::mutex mutex_;
  std::condition_variable zero_;
  std::atomic<int> count_;
};

}  // namespace classes

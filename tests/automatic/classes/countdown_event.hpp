// CountdownEvent: wait() returns once signal() has been called often enough.
//
// The wrong one adds to the count in two steps, without the lock: a signal() between them is lost.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace classes {

template <bool correct>
class CountdownEvent {
 public:
  explicit CountdownEvent(int count) : count_(count) {}

  bool signal() {  // whether that was the last; there is nothing to signal once it is set
    const std::scoped_lock lock(mutex_);
    if (count_.load() == 0) return false;
    --count_;
    if (count_.load() > 0) return false;
    zero_.notify_all();
    return true;
  }
  bool try_add_count() {
    if (correct) {
      const std::scoped_lock lock(mutex_);
      if (count_.load() == 0) return false;
      ++count_;
      return true;
    }
    if (count_.load() == 0) return false;
    count_.store(count_.load() + 1);
    return true;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (count_.load() > 0) zero_.wait(lock);
  }
  int current_count() const { return count_.load(); }
  bool is_set() const { return count_.load() == 0; }

 private:
  std::mutex mutex_;
  std::condition_variable zero_;
  std::atomic<int> count_;
};

}  // namespace classes

// SemaphoreSlim: a count that wait() takes one of, and waits for.
//
// The wrong one wakes one waiter where release(2) has made room for two.
#pragma once

#include <condition_variable>
#include <mutex>

namespace classes {

template <bool correct>
class Semaphore {
 public:
  int release(int count) {
    const std::scoped_lock lock(mutex_);
    const int before = count_;
    count_ += count;
    correct ? available_.notify_all() : available_.notify_one();
    return before;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (count_ == 0) available_.wait(lock);
    --count_;
  }
  bool wait_none() {  // with a timeout of zero
    const std::scoped_lock lock(mutex_);
    if (count_ == 0) return false;
    --count_;
    return true;
  }
  int current_count() {
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  int count_ = 0;
};

}  // namespace classes

// SemaphoreSlim: a count from which wait() takes one, waiting if necessary.
//
// The wrong one checks whether a thread waits before it takes the lock, and does not wake one that comes in
// between.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace classes {

template <bool correct>
class Semaphore {
 public:
  int release(int count) {
    const bool seen_waiting = !correct && waiting_.load() > 0;
    const std::scoped_lock lock(mutex_);
    const int before = count_;
    count_ += count;
    if (correct ? waiting_.load() > 0 : seen_waiting) available_.notify_all();
    return before;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    while (count_ == 0) available_.wait(lock);
    --waiting_;
    --count_;
  }
  bool try_wait() {
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
  std::atomic<int> waiting_{0};
  int count_ = 0;
};

}  // namespace classes

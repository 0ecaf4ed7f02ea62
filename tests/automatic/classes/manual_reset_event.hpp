// ManualResetEvent: wait() returns once the event is set. The state is one word: whether it is set, and how many wait.
//
// Bug A of Line-Up: wait() computes the new state from a second read of it, so that a compare-exchange that finds the
// first one writes what belongs to another: an event that is reset meanwhile is set again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace classes {

template <bool correct>
class ManualResetEvent {
 public:
  void set() {
    state_.fetch_or(kSet);
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
  }
  void reset() { state_.fetch_and(~kSet); }
  bool is_set() const { return (state_.load() & kSet) != 0; }

  void wait() {
    if (!register_waiter()) return;
    std::unique_lock lock(mutex_);
    while ((state_.load() & kSet) == 0) changed_.wait(lock);
    state_.fetch_sub(kWaiter);
  }
  bool try_wait() const { return is_set(); }

 private:
  static constexpr unsigned kSet = 1, kWaiter = 2;

  // False if the event is set and there is nothing to wait for.
  bool register_waiter() {
    for (;;) {
      unsigned local = state_.load();
      if ((local & kSet) != 0) return false;
      const unsigned next = (correct ? local : state_.load()) + kWaiter;
      if (state_.compare_exchange_strong(local, next)) return true;
    }
  }

  std::atomic<unsigned> state_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace classes

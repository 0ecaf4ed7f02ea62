// ManualResetEvent: wait() returns once the event is set. The state is one word: that it is set, or how many
// threads wait. A waiting thread draws a number; the thread that sets the event takes all that wait off the
// word, and lets as many go, in the order of their numbers.
//
// Bug A of Line-Up: wait() computes the new state from a second read of it, so a compare-exchange that finds
// the first one writes what belongs to another. Its Figure 9:
//
//   wait() reads 0, set(), wait() reads "set", reset(), wait() exchanges 0 for "set, and one waits", and sleeps
//   set() finds that the event is set, and wakes no thread
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace classes {

template <bool correct>
class ManualResetEvent {
 public:
  void set() {
    unsigned before = state_.load();
    do {
      if ((before & kSet) != 0) return;
    } while (!state_.compare_exchange_strong(before, kSet));
    if (before == 0) return;
    const std::scoped_lock lock(mutex_);
    released_ += before / kWaiter;
    changed_.notify_all();
  }
  void reset() { state_.fetch_and(~kSet); }
  bool is_set() const { return (state_.load() & kSet) != 0; }

  void wait() {
    std::unique_lock lock(mutex_);
    if (!register_waiter()) return;
    const unsigned number = registered_++;
    while (number >= released_) changed_.wait(lock);
  }
  bool try_wait() const { return is_set(); }

 private:
  static constexpr unsigned kSet = 1, kWaiter = 2;

  // Returns false if the event is set and there is nothing to wait for.
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
  unsigned registered_ = 0, released_ = 0;
  std::condition_variable changed_;
};

}  // namespace classes

// BlockingCollection: a queue whose take() waits for a value, until no thread is going to add one.
//
// This is intended, but no deterministic object does it (H, I and K of Line-Up):
//   H  count() does not wait for threads that are at work, and returns 0 though there are values.
//   I  try_take() does not wait for them either, and takes nothing.
//   K  cancel() tells another thread to cancel, and returns: threads in take() are turned away later.
//
// Bug D, whose form the paper does not tell: is_completed() checks whether there is a value, and then, with
// the lock released in between, whether one may come.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace classes {

struct OperationCanceled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <bool correct>
class BlockingCollection {
 public:
  ~BlockingCollection() {
    if (canceller_.joinable()) canceller_.join();
  }

  bool try_add(int value) {
    const std::scoped_lock lock(mutex_);
    if (adding_completed_) return false;
    items_.push_back(value);
    changed_.notify_all();
    return true;
  }
  void add(int value) {
    if (!try_add(value)) throw std::logic_error("adding is completed");
  }
  void complete_adding() {
    const std::scoped_lock lock(mutex_);
    adding_completed_ = true;
    changed_.notify_all();
  }
  int take() {
    const std::optional<int> value = take_with_enumerator();
    return value ? *value : throw std::logic_error("adding is completed");
  }
  // The next value of a loop over all that come; if there is none, the loop ends.
  std::optional<int> take_with_enumerator() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_worth_waking(); });
    return first();
  }
  std::optional<int> try_take() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock.owns_lock() ? first() : std::nullopt;
  }
  std::optional<int> try_take_for(int milliseconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return is_worth_waking(); });
    return first();
  }
  int count() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock.owns_lock() ? static_cast<int>(items_.size()) : 0;
  }
  std::vector<int> to_array() {
    const std::scoped_lock lock(mutex_);
    return {items_.begin(), items_.end()};
  }
  bool is_adding_completed() {
    const std::scoped_lock lock(mutex_);
    return adding_completed_;
  }
  bool is_completed() {
    if (!correct) return to_array().empty() && is_adding_completed();
    const std::scoped_lock lock(mutex_);
    return adding_completed_ && items_.empty();
  }
  void cancel() {
    if (cancel_called_.exchange(true)) return;
    canceller_ = std::thread([this] {
      const std::scoped_lock lock(mutex_);
      cancelled_ = true;
      changed_.notify_all();
    });
  }

 private:
  // REQUIRES for both: the lock is held.
  bool is_worth_waking() const { return !items_.empty() || adding_completed_ || cancelled_; }
  std::optional<int> first() {
    if (cancelled_) throw OperationCanceled("cancelled");
    if (items_.empty()) return std::nullopt;
    const int value = items_.front();
    items_.pop_front();
    return value;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
  bool adding_completed_ = false, cancelled_ = false;
  std::atomic<bool> cancel_called_{false};
  std::thread canceller_;
};

}  // namespace classes

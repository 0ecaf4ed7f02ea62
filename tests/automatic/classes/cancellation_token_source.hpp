// CancellationTokenSource: every registered function is called back when it is cancelled, or at once if it
// has been. Here the calls are only counted.
//
// The wrong one checks whether it is cancelled before it takes the lock, and then nothing is called back.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace classes {

template <bool correct>
class CancellationTokenSource {
 public:
  void increment_when_cancelled() {
    register_callback([this] { ++count_; });
  }
  // Returns whether it is the first to do so.
  bool cancel() {
    const std::scoped_lock lock(mutex_);
    if (cancelled_) return false;
    cancelled_ = true;
    for (const auto& callback : callbacks_) callback();
    callbacks_.clear();
    return true;
  }
  bool is_cancellation_requested() {
    const std::scoped_lock lock(mutex_);
    return cancelled_;
  }
  int count() {
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  void register_callback(std::function<void()> callback) {
    const bool seen_cancelled = !correct && is_cancellation_requested();
    const std::scoped_lock lock(mutex_);
    if (correct ? cancelled_ : seen_cancelled) {
      callback();
    } else {
      callbacks_.push_back(std::move(callback));
    }
  }

  std::mutex mutex_;
  std::vector<std::function<void()>> callbacks_;
  bool cancelled_ = false;
  int count_ = 0;
};

}  // namespace classes

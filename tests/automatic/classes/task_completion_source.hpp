// TaskCompletionSource: a task that is completed from outside, once: with a result, with an error, or by
// cancelling it. set_...() is try_set_...() that throws if the task has been completed before.
//
// Bugs F and G of Line-Up, whose form the paper does not tell:
//   F  a thread checks whether the task is open before it takes the lock to complete it: two threads succeed.
//   G  a task is completed before its result is there: a thread that waits for it may find none.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

namespace classes {

enum class TaskBug { none, f, g };

template <TaskBug bug>
class TaskCompletionSource {
 public:
  bool try_set_result(int result) {
    return complete(State::completed, [&] { result_.store(result); });
  }
  bool try_set_exception(const std::string& what) {
    return complete(State::faulted, [&] { error_ = what; });
  }
  bool try_set_canceled() {
    return complete(State::canceled, [] {});
  }
  void set_result(int result) { insist(try_set_result(result)); }
  void set_exception(const std::string& what) { insist(try_set_exception(what)); }
  void set_canceled() { insist(try_set_canceled()); }

  void wait() {
    std::unique_lock lock(mutex_);
    while (state_.load() == State::open) done_.wait(lock);
  }
  std::optional<int> try_result() const {
    return state_.load() == State::completed ? std::optional(result_.load()) : std::nullopt;
  }
  std::optional<std::string> exception() {
    const std::scoped_lock lock(mutex_);
    return state_.load() == State::faulted ? std::optional(error_) : std::nullopt;
  }

 private:
  enum class State { open, completed, faulted, canceled };

  template <class Fill>
  bool complete(State state, Fill fill) {
    const bool seen_open = bug == TaskBug::f && state_.load() == State::open;
    const std::scoped_lock lock(mutex_);
    if (bug == TaskBug::f ? !seen_open : state_.load() != State::open) return false;
    if (bug != TaskBug::g) fill();
    state_.store(state);
    if (bug == TaskBug::g) fill();
    done_.notify_all();
    return true;
  }
  static void insist(bool done) {
    if (!done) throw std::logic_error("the task has been completed");
  }

  std::mutex mutex_;
  std::condition_variable done_;
  std::atomic<State> state_{State::open};
  std::atomic<int> result_{0};
  std::string error_;
};

}  // namespace classes

// Lazy: a value that is made by the first thread that asks for it.
//
// The wrong one says that it has been made before it can be read: value() makes it a second time.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace classes {

template <bool correct>
class Lazy {
 public:
  int value() {
    if (!created_.load()) {
      const std::scoped_lock lock(mutex_);
      if (!correct || !created_.load()) value_.store(++made_);
      created_.store(true);
    }
    return value_.load();
  }
  bool is_value_created() const { return created_.load(); }
  // Does not make it.
  std::string to_string() const { return created_.load() ? std::to_string(value_.load()) : "not created"; }

 private:
  std::mutex mutex_;
  std::atomic<bool> created_{false};
  std::atomic<int> value_{0};
  int made_ = 0;
};

}  // namespace classes

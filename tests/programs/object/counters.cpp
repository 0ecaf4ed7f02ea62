// The faulty counters of Line-Up (PLDI 2010) and a correct one: section 2.2.1, whose inc() forgets the lock, and
// figure 4, whose get() forgets to release it.
#include <linnet/test.hpp>

#include <atomic>
#include <mutex>

#include "unfused.hpp"

class Counter {
 public:
  void inc() {
    const Fence fence;
    const std::scoped_lock lock(mutex_);
    ++count_;
  }
  int get() {
    const Fence fence;
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};

class Counter1 {
 public:
  void inc() {
    const Fence fence;
    count_ = count_ + 1;
  }
  int get() const {
    const Fence fence;
    return count_;
  }

 private:
  std::atomic<int> count_{0};  // atomic, so that the lost update is not a data race too
};

class Counter2 {
 public:
  void inc() {
    const Fence fence;
    const std::scoped_lock lock(mutex_);
    ++count_;
  }
  int get() {
    const Fence fence;
    mutex_.lock();
    return count_;
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};

template <class Object>
void declare(const char* scenario) {
  linnet::object<Object>()
      .operation("inc", &Object::inc)
      .operation("get", &Object::get)
      .spec("counter")
      .scenario(scenario);
}

LINNET_TEST(counter) {
  declare<Counter>("inc() get() | inc()");
}
LINNET_TEST(counter1) {
  declare<Counter1>("inc() get() | inc()");
}
LINNET_TEST(counter2) {
  declare<Counter2>("inc() get() | inc()");
}

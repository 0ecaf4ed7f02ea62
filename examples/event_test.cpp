// An event that threads wait for, without any specification: linnet run examples/event_test.cpp
//
// The object's own serial runs say what set, reset and wait mean: in those, wait() returns once the event is set. The second
// event tests and sleeps without holding the lock in between, so a set() that comes just then wakes no thread.
#include <linnet/test.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>

template <bool tests_under_lock>
class Event {
 public:
  void set() {
    if (tests_under_lock) {
      const std::scoped_lock lock(mutex_);
      is_set_ = true;
    } else {
      is_set_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (!is_set_) changed_.wait(lock);
  }

 private:
  std::atomic<bool> is_set_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
};

template <bool tests_under_lock>
void test_event() {
  linnet::object<Event<tests_under_lock>>()
      .operation("set", &Event<tests_under_lock>::set)
      .operation("wait", &Event<tests_under_lock>::wait)
      .scenario("set() | wait()");
}

LINNET_TEST(event) {
  test_event<true>();
}
LINNET_TEST(deaf_event) {
  test_event<false>();
}

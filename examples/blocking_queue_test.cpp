// A queue whose take() waits, and a wake-up that never comes: linnet run examples/blocking_queue_test.cpp
//
// put() of the second queue wakes a thread only if the queue was empty. Two threads wait, two elements come, and the
// second element wakes none of them. Waiting in take() is no failure by itself: it may wait while the queue is empty.
#include <linnet/test.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>

template <bool wakes_always>
class BlockingQueue {
 public:
  void put(int value) {
    const std::scoped_lock lock(mutex_);
    const bool was_empty = items_.empty();
    items_.push_back(value);
    if (wakes_always || was_empty) not_empty_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !items_.empty(); });
    const int value = items_.front();
    items_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::deque<int> items_;
};

template <bool wakes_always>
void test_blocking_queue() {
  using Queue = BlockingQueue<wakes_always>;
  linnet::object<Queue>()
      .operation("enq", &Queue::put)
      .operation("take", &Queue::take)
      .spec("queue")
      .scenario("enq(1) enq(2) | take() | take()");
}

LINNET_TEST(blocking_queue) {
  test_blocking_queue<true>();
}
LINNET_TEST(sleepy_queue) {
  test_blocking_queue<false>();
}

// A queue whose take() waits: it may wait for ever where nothing comes, and nowhere else.
#include <linnet/test.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>

template <bool forgets_to_notify>
class BlockingQueue {
 public:
  void enq(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
    if (!forgets_to_notify) not_empty_.notify_one();
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

template <bool forgets_to_notify>
void declare(const char* scenario) {
  using Queue = BlockingQueue<forgets_to_notify>;
  linnet::object<Queue>()
      .operation("enq", &Queue::enq)
      .operation("take", &Queue::take)
      .spec("queue")
      .scenario(scenario);
}

LINNET_TEST(blocking_queue) {
  declare<false>("enq(1) | take() | take()");
}
LINNET_TEST(lost_wakeup) {
  declare<true>("enq(1) | take()");
}

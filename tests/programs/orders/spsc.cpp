// A queue in an array for one producer and one consumer.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class Queue {
 public:
  bool offer(int value) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == items_.size()) return false;
    items_[tail % items_.size()] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  std::optional<int> poll() {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    const int value = items_[head % items_.size()];
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

 private:
  std::array<int, 1> items_{};
  std::atomic<unsigned> head_{0}, tail_{0};
};

LINNET_TEST(spsc) {
  linnet::object<Queue>()
      .operation("offer", &Queue::offer)
      .operation("poll", &Queue::poll)
      .spec("bounded_queue", 1)
      .scenario("offer(1) offer(2) | poll() poll()");
}

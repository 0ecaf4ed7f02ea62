// A bounded queue for one producer and one consumer, used by two consumers: linnet run examples/queue_test.cpp
//
// The test names the calls of each thread; Linnet tries every interleaving, and finds the one in which both take the same element.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class RingQueue {
 public:
  void push(int value) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    items_[tail % items_.size()].store(value, std::memory_order_relaxed);
    tail_.store(tail + 1, std::memory_order_release);
  }
  std::optional<int> try_pop() {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    const int value = items_[head % items_.size()].load(std::memory_order_relaxed);
    head_.store(head + 1, std::memory_order_release);
    return value;
  }

 private:
  std::array<std::atomic<int>, 4> items_{};
  std::atomic<unsigned> head_{0}, tail_{0};
};

LINNET_TEST(one_consumer) {
  linnet::object<RingQueue>()
      .operation("enq", &RingQueue::push)
      .operation("deq", &RingQueue::try_pop)
      .spec("queue")
      .scenario("enq(1) enq(2) | deq() deq() ; deq()");
}

LINNET_TEST(two_consumers) {
  linnet::object<RingQueue>()
      .operation("enq", &RingQueue::push)
      .operation("deq", &RingQueue::try_pop)
      .spec("queue")
      .scenario("enq(1) enq(2) ; deq() | deq()");
}

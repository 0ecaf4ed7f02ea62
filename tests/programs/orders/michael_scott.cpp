// The queue of Michael and Scott. Nodes are never freed.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

class Queue {
 public:
  Queue() {
    Node* const first = new Node(0);
    head_.store(first, std::memory_order_relaxed);
    tail_.store(first, std::memory_order_relaxed);
  }
  void enq(int value) {
    Node* const node = new Node(value);
    for (;;) {
      Node* tail = tail_.load(std::memory_order_acquire);
      Node* next = tail->next.load(std::memory_order_acquire);
      if (next != nullptr) {
        tail_.compare_exchange_strong(tail, next, std::memory_order_release, std::memory_order_relaxed);
        continue;
      }
      if (!tail->next.compare_exchange_strong(next, node, std::memory_order_release,
                                              std::memory_order_relaxed))
        continue;
      tail_.compare_exchange_strong(tail, node, std::memory_order_release, std::memory_order_relaxed);
      return;
    }
  }
  std::optional<int> deq() {
    for (;;) {
      Node* head = head_.load(std::memory_order_acquire);
      Node* const next = head->next.load(std::memory_order_acquire);
      if (next == nullptr) return std::nullopt;
      const int value = next->value;
      if (head_.compare_exchange_strong(head, next, std::memory_order_release, std::memory_order_relaxed))
        return value;
    }
  }

 private:
  struct Node {
    explicit Node(int held) : value(held) {}
    int value;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head_, tail_;
};

LINNET_TEST(michael_scott) {
  linnet::object<Queue>()
      .operation("enq", &Queue::enq)
      .operation("deq", &Queue::deq)
      .spec("queue")
      .scenario("enq(1) deq() | enq(2)")
      .scenario("enq(1) enq(2) | deq() deq()");
}

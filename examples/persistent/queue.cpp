// A queue in persistent memory, and what goes wrong without one flush: linnet run examples/persistent/queue.cpp
//
// Michael and Scott's queue, made durable: a node is persistent before it is linked, a link before another operation relies
// on it, and the head before a result depends on it. The tail is only a hint; the recovery finds it again.
//
// The other tests leave out one of these. Without crashes they pass: linnet run ... --crashes 0
#include <linnet/persistent.hpp>
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

enum class Flaw { none, link_not_flushed, node_not_flushed, head_not_fenced };

template <Flaw flaw>
class DurableQueue {
 public:
  DurableQueue() : head_(linnet::make_persistent<Node>(0)), tail_(head_.load()) {}

  void enqueue(int value) {
    Node* node = linnet::make_persistent<Node>(value);
    if (flaw != Flaw::node_not_flushed) linnet::persist(node);
    for (;;) {
      Node* last = tail_.load();
      Node* next = last->next.load();
      if (next == nullptr && last->next.compare_exchange_strong(next, node)) {
        if (flaw != Flaw::link_not_flushed) linnet::persist(&last->next);
        tail_.compare_exchange_strong(last, node);
        return;
      }
      linnet::persist(&last->next);
      tail_.compare_exchange_strong(last, next);
    }
  }

  std::optional<int> dequeue() {
    for (;;) {
      Node* first = head_.load();
      Node* last = tail_.load();
      Node* next = first->next.load();
      if (next == nullptr) {
        linnet::persist(&head_);  // others may have moved it: "empty" must stay true
        return std::nullopt;
      }
      if (first == last) {
        linnet::persist(&last->next);
        tail_.compare_exchange_strong(last, next);
        continue;
      }
      if (head_.compare_exchange_strong(first, next)) {
        linnet::flush(&head_);
        if (flaw != Flaw::head_not_fenced) linnet::fence();
        return next->value;
      }
    }
  }

  void recover() {
    Node* last = head_.load();
    while (Node* next = last->next.load()) last = next;
    tail_.store(last);
  }

 private:
  struct Node {
    explicit Node(int v) : value(v) {}
    int value;
    std::atomic<Node*> next{nullptr};
  };

  alignas(linnet::kCacheLine) std::atomic<Node*> head_;
  alignas(linnet::kCacheLine) std::atomic<Node*> tail_;
};

template <Flaw flaw>
void test_queue() {
  using Queue = DurableQueue<flaw>;
  linnet::object<Queue>()
      .operation("enq", &Queue::enqueue)
      .operation("deq", &Queue::dequeue)
      .recover(&Queue::recover)
      .spec("queue")
      .scenario("enq(1) | deq() ; deq()");
}

LINNET_TEST(durable) {
  test_queue<Flaw::none>();
}
LINNET_TEST(link_not_flushed) {
  test_queue<Flaw::link_not_flushed>();
}
LINNET_TEST(node_not_flushed) {
  test_queue<Flaw::node_not_flushed>();
}
LINNET_TEST(head_not_fenced) {
  test_queue<Flaw::head_not_fenced>();
}

// The queue of Michael and Scott (PODC 1996): a linked list behind a dummy node, whose tail may lag by one.
//
//   linnet run examples/relaxed/michael_scott_queue.cpp
//
// Nodes are never freed: when that is safe is another subject.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

#include "reference.hpp"

class MichaelScottQueue {
 public:
  void enq(int value) {
    Node* const node = new Node{value};
    while (true) {
      Node* last = tail_;
      Node* next = last->next;
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);
      } else if (last->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(last, node);
        return;
      }
    }
  }

  std::optional<int> deq() {
    while (true) {
      Node* first = head_;
      Node* last = tail_;
      Node* const next = first->next;
      if (next == nullptr) return std::nullopt;
      if (first == last) {
        tail_.compare_exchange_strong(last, next);
      } else if (head_.compare_exchange_strong(first, next)) {
        return next->value;
      }
    }
  }

 private:
  struct Node {
    int value = 0;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head_{new Node};
  std::atomic<Node*> tail_{head_.load()};
};

LINNET_TEST(michael_scott_queue) {
  is_queue(linnet::object<MichaelScottQueue>()
               .operation("enq", &MichaelScottQueue::enq)
               .operation("deq", &MichaelScottQueue::deq)
               .scenario("enq(1) ; enq(2) | deq() ; deq() deq()"));
}

// A singly linked queue for one thread, used by two (sl-queue of the Scal suite): nothing is atomic.
//
//   linnet run examples/relaxed/linked_queue.cpp --races explore
//
// Linnet first reports the race; `--races explore` makes the racing accesses separate steps, and shows the consequences:
// two enq leave one element behind, two deq return the same one.
#include <linnet/test.hpp>

#include <optional>
#include <utility>

#include "reference.hpp"

class LinkedQueue {
 public:
  ~LinkedQueue() {
    while (first_ != nullptr) delete std::exchange(first_, first_->next);
  }

  void enq(int value) {
    Node* const node = new Node{value};
    tail_->next = node;
    tail_ = node;
  }

  std::optional<int> deq() {
    Node* const next = head_->next;
    if (next == nullptr) return std::nullopt;
    head_ = next;
    return next->value;
  }

 private:
  struct Node {
    int value = 0;
    Node* next = nullptr;
  };
  Node* first_ = new Node;  // nodes are freed with the queue
  Node* head_ = first_;     // its successor is the first element
  Node* tail_ = first_;
};

LINNET_TEST(linked_queue) {
  is_queue(linnet::object<LinkedQueue>()
               .operation("enq", &LinkedQueue::enq)
               .operation("deq", &LinkedQueue::deq)
               .scenario("enq(1) enq(2) enq(3) enq(4) enq(5) ; enq(6) | enq(7) ; deq() deq() deq() deq() "
                         "deq() deq() deq()"));
}

// Michael and Scott's queue (PODC 1996), without reclamation: nodes live until the queue is destroyed.
#pragma once

#include <atomic>
#include <optional>

class MsQueue {
 public:
  MsQueue() : head_(new Node{0}), tail_(head_.load()), first_(head_.load()) {}
  ~MsQueue() {
    for (Node* node = first_; node != nullptr;) {
      Node* next = node->next.load(std::memory_order_relaxed);
      delete node;
      node = next;
    }
  }

  void push(int value) {
    Node* node = new Node{value};
    for (;;) {
      Node* tail = tail_.load();
      Node* next = tail->next.load();
      if (next != nullptr) {
        tail_.compare_exchange_strong(tail, next);
      } else if (tail->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(tail, node);
        return;
      }
    }
  }

  std::optional<int> try_pop() {
    for (;;) {
      Node* head = head_.load();
      Node* tail = tail_.load();
      Node* next = head->next.load();
      if (next == nullptr) return std::nullopt;
      if (head == tail) {
        tail_.compare_exchange_strong(tail, next);
      } else if (head_.compare_exchange_strong(head, next)) {
        return next->value;
      }
    }
  }

 private:
  struct Node {
    explicit Node(int v) : value(v) {}
    int value;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head_, tail_;
  Node* first_;
};

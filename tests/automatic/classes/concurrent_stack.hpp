// ConcurrentStack: Treiber's, whose nodes are not freed while the stack lives, so that there is no ABA.
//
// The wrong one counts with a variable of its own, which is changed after the stack is.
#pragma once

#include <atomic>
#include <optional>

namespace classes {

template <bool correct>
class ConcurrentStack {
 public:
  ~ConcurrentStack() {
    while (all_ != nullptr) {
      Node* next = all_.load()->next_of_all;
      delete all_.load();
      all_ = next;
    }
  }
  void push(int value) {
    Node* node = new Node{value};
    node->next_of_all = all_.load();
    while (!all_.compare_exchange_strong(node->next_of_all, node)) {
    }
    Node* top = top_.load();
    do {
      node->next = top;
      node->depth = top == nullptr ? 1 : top->depth + 1;
    } while (!top_.compare_exchange_strong(top, node));
    if (!correct) count_.fetch_add(1);
  }
  std::optional<int> try_pop() {
    Node* top = top_.load();
    while (top != nullptr && !top_.compare_exchange_strong(top, top->next)) {
    }
    if (top == nullptr) return std::nullopt;
    if (!correct) count_.fetch_sub(1);
    return top->value;
  }
  std::optional<int> try_peek() const {
    const Node* top = top_.load();
    return top == nullptr ? std::nullopt : std::optional(top->value);
  }
  int count() const {
    if (!correct) return count_.load();
    const Node* top = top_.load();
    return top == nullptr ? 0 : top->depth;
  }

 private:
  struct Node {
    int value;
    int depth = 0;
    Node* next = nullptr;
    Node* next_of_all = nullptr;
  };
  std::atomic<Node*> top_{nullptr}, all_{nullptr};
  std::atomic<int> count_{0};
};

}  // namespace classes

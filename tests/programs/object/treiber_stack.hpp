// Treiber's stack. If it frees nodes, pop deletes the node it took while another pop may still hold it: the block comes
// back from the allocator, and a compare-exchange takes the new node for the old one (ABA).
#pragma once

#include <atomic>
#include <optional>

template <bool frees_nodes>
class TreiberStack {
 public:
  void push(int value) {
    Node* node = new Node(value);
    node->next = top_.load();
    while (!top_.compare_exchange_strong(node->next, node)) {
    }
  }

  std::optional<int> pop() {
    Node* top = top_.load();
    for (;;) {
      if (top == nullptr) return std::nullopt;
      if (top_.compare_exchange_strong(top, top->next)) break;
    }
    const int value = top->value;
    if (frees_nodes) delete top;
    return value;
  }

 private:
  struct Node {
    explicit Node(int v) : value(v) {}
    int value;
    Node* next = nullptr;
  };
  std::atomic<Node*> top_{nullptr};
};

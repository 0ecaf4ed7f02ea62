// Treiber's stack. Nodes are never freed, so that no address comes back.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

class Stack {
 public:
  void push(int value) {
    Node* const node = new Node{value, nullptr};
    node->next = top_.load(std::memory_order_relaxed);
    while (
        !top_.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  std::optional<int> pop() {
    Node* top = top_.load(std::memory_order_acquire);
    while (top != nullptr && !top_.compare_exchange_weak(top, top->next, std::memory_order_acquire,
                                                         std::memory_order_acquire)) {
    }
    if (top == nullptr) return std::nullopt;
    return top->value;
  }

 private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top_{nullptr};
};

LINNET_TEST(treiber) {
  linnet::object<Stack>()
      .operation("push", &Stack::push)
      .operation("pop", &Stack::pop)
      .spec("stack")
      .scenario("push(1) pop() | push(2) pop()");
}

// Second attempt: the top changes only if no other thread has changed it. Nodes are freed.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, top_.load()};
    while (!top_.compare_exchange_strong(node->next, node)) {
    }
  }
  std::optional<int> pop() {
    Node* node = top_.load();
    while (node != nullptr && !top_.compare_exchange_strong(node, node->next)) {
    }
    if (node == nullptr) return std::nullopt;
    const int value = node->value;
    delete node;
    return value;
  }

 private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top_{nullptr};
};

LINNET_TEST(stack) {
  linnet::object<Stack>()
      .operation("push", &Stack::push)
      .operation("pop", &Stack::pop)
      .spec("stack")
      .scenario("push(1) ; push(2) pop() | pop() ; pop()");
}

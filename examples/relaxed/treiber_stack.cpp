// Treiber's stack (1986): a linked list whose first node is exchanged.
//
//   linnet run examples/relaxed/treiber_stack.cpp
//
// Nodes are never freed: when that is safe is another subject.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

#include "reference.hpp"

class TreiberStack {
 public:
  void push(int value) {
    Node* const node = new Node{value, top_};
    while (!top_.compare_exchange_strong(node->next, node)) continue;
  }

  std::optional<int> pop() {
    Node* node = top_;
    while (node != nullptr && !top_.compare_exchange_strong(node, node->next)) continue;
    return node == nullptr ? std::nullopt : std::optional(node->value);
  }

 private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top_{nullptr};
};

LINNET_TEST(treiber_stack) {
  is_stack(linnet::object<TreiberStack>()
               .operation("push", &TreiberStack::push)
               .operation("pop", &TreiberStack::pop)
               .scenario("push(1) push(2) | push(3) pop() ; pop() pop() pop()"));
}

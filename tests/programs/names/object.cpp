// The members of the object under test are named without it, and nodes by their type and a number.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

struct Node {
  Node(int v, Node* n) : value(v), next(n) {}
  int value;
  Node* next;
};

// Two threads may pop one node.
class Stack {
 public:
  void push(int value) {
    pushes_[value % 2].fetch_add(1);
    head_.store(new Node(value, head_.load()));
  }
  std::optional<int> pop() {
    Node* const node = head_.load();
    if (node == nullptr) return std::nullopt;
    head_.store(node->next);
    return node->value;
  }

 private:
  std::array<std::atomic<int>, 2> pushes_{};
  std::atomic<Node*> head_{nullptr};
};

LINNET_TEST(stack) {
  linnet::object<Stack>()
      .operation("push", &Stack::push)
      .operation("pop", &Stack::pop)
      .spec("stack")
      .scenario("push(1) ; pop() | pop()");
}

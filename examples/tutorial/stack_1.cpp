// A stack without locks, first attempt: linnet run examples/tutorial/stack_1.cpp
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, top_.load()};
    top_.store(node);
  }
  std::optional<int> pop() {
    Node* node = top_.load();
    if (node == nullptr) return std::nullopt;
    top_.store(node->next);
    return node->value;
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

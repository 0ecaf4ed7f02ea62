// ABA: a stack whose nodes come back. One thread is about to replace the top by its successor; meanwhile another takes
// both and puts the first one back. The exchange succeeds, and the second node has two owners.
// explore: dpor:100000
// outcomes: assertion completed
// complete: yes
// failure: owners == 2
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
};
Node nodes[2];
std::atomic<Node*> top{nullptr};

void push(Node* node) {
  Node* expected = top.load();
  do {
    node->next = expected;
  } while (!top.compare_exchange_strong(expected, node));
}

Node* pop() {
  for (;;) {
    Node* node = top.load();
    if (node == nullptr) return nullptr;
    Node* next = node->next.load();
    if (top.compare_exchange_strong(node, next)) return node;
  }
}

int main() {
  push(&nodes[0]);
  push(&nodes[1]);
  Node *a = nullptr, *b = nullptr;
  std::thread one([&] { a = pop(); });
  std::thread other([&] {
    Node* first = pop();
    b = pop();
    if (first != nullptr) push(first);
  });
  one.join();
  other.join();
  int owners = (a != nullptr) + (b != nullptr);
  while (pop() != nullptr) ++owners;
  assert(owners == 2);
}

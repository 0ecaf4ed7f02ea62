// Two std::threads that allocate, free each other's blocks and join.
// explore: random:3000
// outcomes: completed
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
};
std::atomic<Node*> slot{nullptr};

int main() {
  std::thread giver([] { slot.store(new Node{42}); });
  std::thread taker([] {
    if (Node* node = slot.exchange(nullptr)) {
      assert(node->value == 42);
      delete node;
    }
  });
  giver.join();
  taker.join();
  delete slot.load();
}

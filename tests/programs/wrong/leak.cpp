// The thread that loses the race to publish forgets its own block.
// explore: dpor:1000
// options: leaks
// outcomes: leak
// failure: 1 blocks, the first of 24
#include <atomic>
#include <thread>

struct Node {
  long payload[3];
};
std::atomic<Node*> shared{nullptr};

void publish() {
  Node* expected = nullptr;
  shared.compare_exchange_strong(expected, new Node{});
}

int main() {
  std::thread a(publish), b(publish);
  a.join();
  b.join();
  delete shared.load();
}

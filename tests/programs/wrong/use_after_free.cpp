// A reader loads the pointer and then the value; between the two the owner frees. Nothing orders the two even if the
// reader was first.
// explore: dfs:10000
// options: quarantine
// outcomes: completed data-race use-after-free
// complete: yes
#include <atomic>
#include <thread>

struct Node {
  std::atomic<int> value{1};
};
std::atomic<Node*> shared{nullptr};

int main() {
  shared = new Node;
  std::thread reader([] {
    if (Node* node = shared.load()) node->value.load();
  });
  delete shared.exchange(nullptr);
  reader.join();
}

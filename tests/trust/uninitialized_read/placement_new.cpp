// Right: blocks of malloc and of operator new in which objects are constructed, in containers and shared pointers of the library, too.
// exit: 0
// says: complete
#include <atomic>
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

struct Node {
  int value = 1;
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> marked{false};
};

int main() {
  void* room = std::malloc(sizeof(Node));
  Node* node = new (room) Node;
  std::vector<std::atomic<int>> counters(3);
  const auto shared = std::make_shared<Node>();
  std::map<int, std::string> names{{1, std::string(40, 'a')}, {2, "b"}};
  std::unordered_map<std::string, int> numbers{{"one", 1}, {std::string(50, 'c'), 2}};
  std::deque<std::string> queue(10, "text");
  std::list<std::shared_ptr<Node>> list{shared, shared};
  std::thread thread([&] { counters[0] += 1, shared->marked.exchange(true), node->next.load(); });
  counters[0] += node->next.load() == nullptr && !node->marked.load();
  thread.join();
  return counters[0] != 2 || list.size() + names.size() + numbers.size() + queue.size() != 16;
}

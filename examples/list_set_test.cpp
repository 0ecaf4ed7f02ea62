// A set as a sorted list, with a lock for each node: linnet run examples/list_set_test.cpp
//
// Threads walk the list without locks, lock the two nodes they need, and then have to check that these still belong together.
// Without that check, add() links its node behind one that is no longer in the list, and says that the value is in the set.
#include <linnet/test.hpp>

#include <atomic>
#include <limits>
#include <mutex>

template <bool validates>
class ListSet {
 public:
  ~ListSet() {
    for (Node* node = first_.all; node != nullptr;) delete std::exchange(node, node->all);
  }
  bool add(int key) {
    for (;;) {
      const auto [before, at] = find(key);
      const std::scoped_lock lock(before->mutex, at->mutex);
      if (!still_neighbours(before, at)) continue;
      if (at->key == key) return false;
      before->next = keep(new Node(key, at));
      return true;
    }
  }
  bool remove(int key) {
    for (;;) {
      const auto [before, at] = find(key);
      const std::scoped_lock lock(before->mutex, at->mutex);
      if (!still_neighbours(before, at)) continue;
      if (at->key != key) return false;
      at->removed = true;
      before->next = at->next.load();
      return true;
    }
  }
  bool contains(int key) {
    const Node* at = find(key).second;
    return at->key == key && !at->removed;
  }

 private:
  struct Node {
    Node(int k, Node* n) : key(k), next(n) {}
    const int key;
    std::atomic<Node*> next;
    std::atomic<bool> removed{false};
    std::mutex mutex;
    Node* all = nullptr;  // all nodes, freed at the end, because other threads may still be walking
  };
  std::pair<Node*, Node*> find(int key) {
    Node* before = &first_;
    Node* at = before->next;
    while (at->key < key) before = std::exchange(at, at->next.load());
    return {before, at};
  }
  static bool still_neighbours(const Node* before, const Node* at) {
    return !validates || (!before->removed && !at->removed && before->next == at);
  }
  Node* keep(Node* node) {
    const std::scoped_lock lock(all_mutex_);
    node->all = std::exchange(first_.all, node);
    return node;
  }

  Node last_{std::numeric_limits<int>::max(), nullptr};
  Node first_{std::numeric_limits<int>::min(), &last_};
  std::mutex all_mutex_;
};

template <bool validates>
void test_list_set() {
  using Set = ListSet<validates>;
  linnet::object<Set>()
      .operation("add", &Set::add)
      .operation("remove", &Set::remove)
      .operation("contains", &Set::contains)
      .spec("set")
      .scenario("add(1) ; remove(1) | add(2) ; contains(2)");
}

LINNET_TEST(list_set) {
  test_list_set<true>();
}
LINNET_TEST(careless_list_set) {
  test_list_set<false>();
}

// A quasi priority queue: deqMin gives one of the K + 1 smallest elements (Round-Up, Table I), and one that reaches
// further. It is a sorted list without locks, in the way of Lotan and Shavit (IPDPS 2000): insert puts a node into its place with a compare-exchange, and
// deqMin marks one as taken. Windows of K + 1 nodes follow each other along the list, and deqMin takes any of the first window that is not taken
// whole. Nodes are never freed: when that is safe is another subject.
//
//   linnet run examples/relaxed/quasi_pqueue.cpp --test quasi_pqueue --promise quasi:insert=0,deqMin=2,insert+deqMin=2
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

#include "reference.hpp"

constexpr unsigned kFactor = 2;

template <unsigned kReach>
class QuasiPriorityQueue {
 public:
  void insert(int value, int priority) {
    Node* const node = new Node{value, priority};
    while (true) {
      Node* before = &first_;
      Node* next = before->next;
      while (next != nullptr && next->priority < priority) {
        before = next;
        next = before->next;
      }
      node->next = next;
      if (before->next.compare_exchange_strong(next, node)) break;
    }
    inserted_.fetch_add(1);
  }

  std::optional<int> deq_min() {
    while (true) {
      const unsigned inserted = inserted_;
      bool all_taken = true;
      for (Node* node = first_.next; node != nullptr;) {
        const Window window = window_from(node);
        if (window.size == 0) continue;
        all_taken = false;
        Node& chosen = *window.open[linnet::choose(window.size)];
        if (!chosen.taken.exchange(true)) return chosen.value;
        break;  // another thread was faster
      }
      if (all_taken && inserted == inserted_) return std::nullopt;
    }
  }

 private:
  struct Node {
    int value = 0, priority = 0;
    std::atomic<Node*> next{nullptr};
    std::atomic<bool> taken{false};
  };
  struct Window {
    std::array<Node*, kReach + 1> open;
    unsigned size = 0;
  };

  // Those of the next nodes that are not taken. Moves on to the node behind them.
  static Window window_from(Node*& node) {
    Window window;
    for (unsigned i = 0; i <= kReach && node != nullptr; ++i, node = node->next) {
      if (!node->taken) window.open[window.size++] = node;
    }
    return window;
  }

  Node first_;  // before all others
  std::atomic<unsigned> inserted_{0};
};

template <unsigned kReach>
void test() {
  using Queue = QuasiPriorityQueue<kReach>;
  is_pqueue(
      linnet::object<Queue>()
          .operation("insert", &Queue::insert)
          .operation("deqMin", &Queue::deq_min)
          .scenario(
              "insert(1,10) insert(2,20) | insert(3,30) insert(4,40) ; deqMin() deqMin() deqMin() deqMin()"));
}

LINNET_TEST(quasi_pqueue) {
  test<kFactor>();
}
LINNET_TEST(quasi_pqueue_b2) {
  test<kFactor + 1>();
}

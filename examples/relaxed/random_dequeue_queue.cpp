// The random-dequeue queue of Afek, Korland and Yanovsky (OPODIS 2010), with the window of Round-Up's Figure 4: deq marks
// any of the first K + 1 elements, and the head moves on when all of these are marked.
//
//   linnet run examples/relaxed/random_dequeue_queue.cpp --promise quasi:enq=0,deq=2,enq+deq=3
//
// Without the window, that is if deq took any of the first K + 1 elements that are left, an element could be
// overtaken for ever. Nodes are never freed: when that is safe is another subject.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

#include "random_place.hpp"
#include "reference.hpp"

template <unsigned K>
class RandomDequeueQueue {
 public:
  void enq(int value) {
    Node* const node = new Node{value};
    while (true) {
      Node* last = tail_;
      Node* next = last->next;
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);
      } else if (last->next.compare_exchange_strong(next, node)) {
        tail_.compare_exchange_strong(last, node);
        return;
      }
    }
  }

  std::optional<int> deq() {
    const unsigned start = random_place(K + 1);
    while (true) {
      Node* before = before_window_;
      const Window window = window_after(before);
      for (unsigned i = 0; i < window.size; ++i) {
        Node& node = *window.nodes[(start + i) % window.size];
        if (!node.taken && !node.taken.exchange(true)) return node.value;
      }
      Node* const last = window.size == 0 ? before : window.nodes[window.size - 1];
      if (window.size == K + 1) {
        before_window_.compare_exchange_strong(before, last);
      } else if (last->next == nullptr) {
        return std::nullopt;  // nothing came after those that are all taken
      }
    }
  }

 private:
  struct Node {
    int value = 0;
    std::atomic<bool> taken{false};
    std::atomic<Node*> next{nullptr};
  };
  struct Window {
    std::array<Node*, K + 1> nodes;
    unsigned size = 0;
  };

  static Window window_after(Node* node) {
    Window window;
    while (window.size <= K && (node = node->next) != nullptr) window.nodes[window.size++] = node;
    return window;
  }

  std::atomic<Node*> before_window_{new Node};
  std::atomic<Node*> tail_{before_window_.load()};
};

LINNET_TEST(random_dequeue_queue) {
  using Queue = RandomDequeueQueue<2>;
  is_queue(linnet::object<Queue>()
               .operation("enq", &Queue::enq)
               .operation("deq", &Queue::deq)
               .scenario("enq(1) enq(2) enq(3) ; enq(4) | deq() ; deq() deq() deq()"));
}

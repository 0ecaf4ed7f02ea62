// Stacks that are to give back one of the K + 1 topmost elements (Round-Up, Table I): one that keeps to the top and is
// even linearizable, and two wrong ones. They are lists as in Treiber's stack: push puts a node in front with a compare-exchange, and pop marks one that
// is not marked yet as taken. Nodes are never freed: when that is safe is another subject.
//
//   linnet run examples/relaxed/quasi_stack.cpp --test quasi_stack_b2 --promise quasi:push=0,pop=2,push+pop=2
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

#include "reference.hpp"

constexpr unsigned kFactor = 2;

enum class Defect {
  none,
  hole_is_end,      // b1: looks at one place of the window, and takes an empty one for an empty stack
  window_too_wide,  // b2: reaches one further down than K
};

template <Defect kDefect>
class QuasiStack {
 public:
  void push(int value) {
    Node* const node = new Node{value, top_};
    while (!top_.compare_exchange_strong(node->below, node)) {
    }
  }

  // One of the topmost, as they were at the start; if another thread takes one meanwhile, it searches again.
  std::optional<int> pop() {
    while (true) {
      std::array<Node*, kWindow> window;
      unsigned size = 0;
      for (Node* node = top_; node != nullptr && size < kWindow; node = node->below) {
        if (!node->taken) window[size++] = node;
      }
      if (size == 0) return std::nullopt;
      const unsigned depth = linnet::choose(kDefect == Defect::hole_is_end ? kWindow : size);
      if (depth >= size) return std::nullopt;
      if (!window[depth]->taken.exchange(true)) return window[depth]->value;
    }
  }

 private:
  static constexpr unsigned kWindow = kDefect == Defect::none              ? 1
                                      : kDefect == Defect::window_too_wide ? kFactor + 2
                                                                           : kFactor + 1;
  struct Node {
    int value;
    Node* below;
    std::atomic<bool> taken{false};
  };
  std::atomic<Node*> top_{nullptr};
};

template <Defect kDefect>
void test() {
  using Stack = QuasiStack<kDefect>;
  is_stack(linnet::object<Stack>()
               .operation("push", &Stack::push)
               .operation("pop", &Stack::pop)
               .scenario("push(1) push(2) | push(3) push(4) ; pop() pop() pop() pop()"));
}

LINNET_TEST(quasi_stack) {
  test<Defect::none>();
}
LINNET_TEST(quasi_stack_b1) {
  test<Defect::hole_is_end>();
}
LINNET_TEST(quasi_stack_b2) {
  test<Defect::window_too_wide>();
}

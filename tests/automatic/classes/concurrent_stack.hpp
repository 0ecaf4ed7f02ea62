// ConcurrentStack: Treiber's. A node knows how deep the stack is from there on, so reading the top is reading
// the whole stack. Nodes are left to a garbage collector that C++ does not have, so that there is no ABA.
//
// The wrong one counts with a separate variable, which is changed after the stack is.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

namespace classes {

template <bool correct>
class ConcurrentStack {
 public:
  void push(int value) { push_range({value}); }
  // The last of them is on top.
  void push_range(const std::vector<int>& values) {
    std::vector<Node*> nodes;
    for (const int value : values) nodes.push_back(new Node{value});
    const Node* top = top_.load();
    do {
      const Node* below = top;
      for (Node* node : nodes) {
        node->below = below;
        node->depth = depth_of(below) + 1;
        below = node;
      }
    } while (!top_.compare_exchange_strong(top, nodes.back()));
    if (!correct) count_.fetch_add(static_cast<int>(values.size()));
  }
  std::optional<int> try_pop() {
    const std::vector<int> popped = try_pop_range(1);
    return popped.empty() ? std::nullopt : std::optional(popped.front());
  }
  std::vector<int> try_pop_range(int most) {
    const Node* top = top_.load();
    const Node* left;
    do {
      left = top;
      for (int i = 0; i < most && left != nullptr; ++i) left = left->below;
    } while (top != nullptr && !top_.compare_exchange_strong(top, left));
    std::vector<int> popped = values_between(top, left);
    if (!correct) count_.fetch_sub(static_cast<int>(popped.size()));
    return popped;
  }
  void clear() {
    const int removed = depth_of(top_.exchange(nullptr));
    if (!correct) count_.fetch_sub(removed);
  }
  std::optional<int> try_peek() const {
    const Node* top = top_.load();
    return top == nullptr ? std::nullopt : std::optional(top->value);
  }
  std::vector<int> to_array() const { return values_between(top_.load(), nullptr); }
  int count() const { return correct ? depth_of(top_.load()) : count_.load(); }

 private:
  struct Node {
    int value;
    int depth = 0;
    const Node* below = nullptr;
  };
  static int depth_of(const Node* top) { return top == nullptr ? 0 : top->depth; }
  static std::vector<int> values_between(const Node* top, const Node* end) {
    std::vector<int> values;
    for (; top != end; top = top->below) values.push_back(top->value);
    return values;
  }

  std::atomic<const Node*> top_{nullptr};
  std::atomic<int> count_{0};
};

}  // namespace classes

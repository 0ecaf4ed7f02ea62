// Third attempt: nodes come from a pool and are never freed, and every change of the top has a new number.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

class Stack {
 public:
  void push(int value) {
    const std::uint32_t node = used_.fetch_add(1) + 1;
    nodes_[node].value.store(value);
    std::uint64_t top = top_.load();
    do nodes_[node].next.store(node_of(top));
    while (!top_.compare_exchange_strong(top, after(top, node)));
  }
  std::optional<int> pop() {
    std::uint64_t top = top_.load();
    while (node_of(top) != 0) {
      const Node& node = nodes_[node_of(top)];
      if (top_.compare_exchange_strong(top, after(top, node.next.load()))) return node.value.load();
    }
    return std::nullopt;
  }

 private:
  struct Node {
    std::atomic<int> value;
    std::atomic<std::uint32_t> next;
  };
  // The upper half counts changes, the lower half is the number of the top node; 0 is none.
  static std::uint32_t node_of(std::uint64_t top) { return static_cast<std::uint32_t>(top); }
  static std::uint64_t after(std::uint64_t top, std::uint32_t node) { return ((top >> 32) + 1) << 32 | node; }

  std::array<Node, 16> nodes_{};
  std::atomic<std::uint32_t> used_{0};
  std::atomic<std::uint64_t> top_{0};
};

LINNET_TEST(stack) {
  linnet::object<Stack>()
      .operation("push", &Stack::push)
      .operation("pop", &Stack::pop)
      .spec("stack")
      .scenario("push(1) ; push(2) pop() | pop() ; pop()");
}

// Treiber's stack over three nodes that are used again. The top carries a number that every change increases.
//   1  the number is not increased: ABA
//   2  pop reads the top a second time, and compares with that
#include "fault.hpp"

struct Top {
  std::uint32_t node = 0;  // 0 is none
  std::uint32_t number = 0;
};
constexpr std::uint32_t kIncrease = FAULT == 1 ? 0 : 1;
std::atomic<Top> top{Top{}};
std::atomic<std::uint32_t> next[4];
std::atomic<int> owners[4];

void push(std::uint32_t node) {
  owners[node].fetch_sub(1);
  Top before = top.load();
  do {
    next[node].store(before.node);
  } while (!top.compare_exchange_strong(before, {node, before.number + kIncrease}));
}

std::uint32_t pop() {
  for (;;) {
    Top before = top.load();
    if (before.node == 0) return 0;
    const std::uint32_t below = next[before.node].load();
#if FAULT == 2
    before.number = top.load().number;
#endif
    if (top.compare_exchange_strong(before, {below, before.number + kIncrease})) {
      assert(owners[before.node].fetch_add(1) == 0);
      return before.node;
    }
  }
}

int main() {
  for (std::uint32_t node = 1; node <= 3; ++node) {
    owners[node] = 1;
    push(node);
  }
  const auto once = [] {
    if (const std::uint32_t node = pop()) push(node);
  };
  const auto twice = [] {
    const std::uint32_t first = pop(), second = pop();
    if (first != 0) push(first);
    if (second != 0) push(second);
  };
  together(twice, once, once);
  int left = 0;
  while (pop() != 0) ++left;
  assert(left == 3);
}

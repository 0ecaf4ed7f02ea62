// The queue of Michael and Scott over nodes that are used again. Links, head and tail carry numbers that every change
// increases.
//   1  the head is changed without its number: ABA
//   2  deq does not look whether the tail lags behind
#include "fault.hpp"

struct Link {
  std::uint32_t node = 0, number = 0;
  bool operator==(const Link&) const = default;
};
constexpr std::uint32_t kNodes = 6;
std::atomic<Link> next[kNodes];  // 0 is none, 1 is the first dummy
std::atomic<int> value[kNodes];
std::atomic<bool> used[kNodes];
std::atomic<Link> head{Link{1, 0}}, tail{Link{1, 0}};

std::uint32_t allocate() {
  for (std::uint32_t node = 1;; node = node + 1 < kNodes ? node + 1 : 1) {
    if (!used[node].load() && !used[node].exchange(true)) return node;
  }
}

void enq(int v) {
  const std::uint32_t node = allocate();
  value[node].store(v);
  next[node].store({0, next[node].load().number + 1});
  for (;;) {
    Link last = tail.load();
    Link after = next[last.node].load();
    if (last != tail.load()) continue;
    if (after.node != 0) {
      tail.compare_exchange_strong(last, {after.node, last.number + 1});
    } else if (next[last.node].compare_exchange_strong(after, {node, after.number + 1})) {
      tail.compare_exchange_strong(last, {node, last.number + 1});
      return;
    }
  }
}

int deq() {
  for (;;) {
    Link first = head.load(), last = tail.load();
    const Link after = next[first.node].load();
    if (first != head.load()) continue;
    if (after.node == 0) return 0;
#if FAULT != 2
    if (first.node == last.node) {
      tail.compare_exchange_strong(last, {after.node, last.number + 1});
      continue;
    }
#endif
    const int v = value[after.node].load();
    if (!head.compare_exchange_strong(first, {after.node, first.number + (FAULT == 1 ? 0 : 1)})) continue;
    used[first.node].store(false);
    return v;
  }
}

int main() {
  used[1] = true;
  std::atomic<int> seen[4] = {};
  const auto take = [&] { seen[deq()].fetch_add(1); };
  enq(1);
  together(
      [&] {
        take();
        enq(2);
        take();
      },
      [&] {
        take();
        enq(3);
      });
  for (int i = 0; i < 4; ++i) take();
  for (int v = 1; v <= 3; ++v) assert(seen[v] == 1);
}

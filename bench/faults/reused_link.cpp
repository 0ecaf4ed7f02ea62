// A queue of Michael and Scott whose nodes come from a list of free ones, as in boost's lock-free queue.
//   1  a node that is used again begins with number 0, and is counted up after that: ABA (boost up to 1.73)
#include "fault.hpp"

struct Link {
  std::uint32_t node = 0, number = 0;
  bool operator==(const Link&) const = default;
};
constexpr std::uint32_t kNodes = 5, kNone = kNodes;
struct Node {
  std::atomic<Link> next{Link{kNone, 0}};
  std::atomic<int> value;
  std::atomic<std::uint32_t> next_free;
};
Node nodes[kNodes + 1];
std::atomic<Link> unused{Link{kNone, 0}}, head, tail;

std::uint32_t take() {
  Link first = unused;
  while (!unused.compare_exchange_strong(first, {nodes[first.node].next_free, first.number + 1})) {
  }
  return first.node;
}

void give_back(std::uint32_t node) {
  Link first = unused;
  do {
    nodes[node].next_free = first.node;
  } while (!unused.compare_exchange_strong(first, {node, first.number + 1}));
}

void enq(int value) {
  const std::uint32_t node = take();
#if FAULT == 1
  nodes[node].next = {kNone, 0};
#endif
  nodes[node].value = value;
  nodes[node].next = {kNone, nodes[node].next.load().number + 1};
  for (;;) {
    Link last = tail;
    Link next = nodes[last.node].next;
    if (tail.load() != last) continue;
    if (next.node != kNone) {
      tail.compare_exchange_strong(last, {next.node, last.number + 1});
    } else if (nodes[last.node].next.compare_exchange_strong(next, {node, next.number + 1})) {
      tail.compare_exchange_strong(last, {node, last.number + 1});
      return;
    }
  }
}

int deq() {
  for (;;) {
    Link first = head, last = tail;
    const Link next = nodes[first.node].next;
    if (head.load() != first) continue;
    if (first.node == last.node) {
      if (next.node == kNone) return 0;
      tail.compare_exchange_strong(last, {next.node, last.number + 1});
    } else if (next.node != kNone) {
      const int value = nodes[next.node].value;
      if (!head.compare_exchange_strong(first, {next.node, first.number + 1})) continue;
      give_back(first.node);
      return value;
    }
  }
}

int main() {
  for (std::uint32_t i = kNodes; i-- > 1;) give_back(i);
  std::atomic<bool> has_three = false;
  together(
      [] {
        enq(1);
        enq(2);
      },
      [&] {
        enq(3);
        has_three = true;
      },
      [&] {
        const int one = deq();
        const bool is_left = has_three && one != 3;
        const int two = deq();
        assert(two != 0 || !is_left);
      });
}

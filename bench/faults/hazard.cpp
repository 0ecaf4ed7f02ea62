// Hazard pointers: a stack whose nodes are given back when no thread announces that it reads them.
//   1  pop does not look again whether the top is still what it announced
//   2  whoever gives nodes back looks at the announcement of one other thread only
//   3  pop takes its announcement back before it has done with the node
#include "fault.hpp"

constexpr int kThreads = 3, kNodes = 5;
std::atomic<int> top{0}, next[kNodes], hazard[kThreads];
std::atomic<bool> in_use[kNodes];

void push(int node) {
  int before = top.load();
  do {
    next[node].store(before);
  } while (!top.compare_exchange_strong(before, node));
}

int pop(int self) {
  for (;;) {
    int before = top.load();
    if (before == 0) {
      hazard[self].store(0);
      return 0;
    }
    hazard[self].store(before);
#if FAULT != 1
    if (top.load() != before) continue;
#endif
    const int below = next[before].load();
#if FAULT == 3
    hazard[self].store(0);
#endif
    if (top.compare_exchange_strong(before, below)) {
      hazard[self].store(0);
      assert(!in_use[before].exchange(true));
      return before;
    }
  }
}

// Puts the node back as soon as no thread reads it.
void give_back(int node, int self) {
  const int last = FAULT == 2 ? 1 : kThreads - 1;
  for (int i = 1; i <= last; ++i) {
    while (hazard[(self + i) % kThreads].load() == node) {
    }
  }
  in_use[node].store(false);
  push(node);
}

int main() {
  for (int node = 1; node < kNodes - 1; ++node) push(node);
  const auto work = [](int self, int times) {
    for (int i = 0; i < times; ++i) {
      const int a = pop(self), b = pop(self);
      if (a != 0) give_back(a, self);
      if (b != 0) give_back(b, self);
    }
  };
  const auto once = [](int self) {
    if (const int a = pop(self)) give_back(a, self);
  };
  together([=] { work(0, 1); }, [=] { once(1); }, [=] { once(2); });
  int left = 0;
  while (pop(0) != 0) ++left;
  assert(left == kNodes - 2);
}

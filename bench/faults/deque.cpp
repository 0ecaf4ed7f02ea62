// The work-stealing deque of Chase and Lev, in a ring that is large enough.
//   1  the owner takes the last task without a compare-exchange
//   2  a thief reads the bottom before it reads the top
//   3  the owner reads the top before it lowers the bottom
//   4  the owner does not raise the bottom again when a thief has got the last task
#include "fault.hpp"

std::atomic<int> top{0}, bottom{0};
std::atomic<int> tasks[8];
std::atomic<int> done[8];

void push(int task) {
  const int b = bottom.load();
  tasks[b].store(task);
  bottom.store(b + 1);
}

int pop() {
#if FAULT == 3
  int t = top.load();
  const int b = bottom.load() - 1;
  bottom.store(b);
#else
  const int b = bottom.load() - 1;
  bottom.store(b);
  int t = top.load();
#endif
  if (b < t) {
    bottom.store(t);
    return 0;
  }
  int task = tasks[b].load();
  if (b > t) return task;
#if FAULT == 1
  top.store(t + 1);
#else
  if (!top.compare_exchange_strong(t, t + 1)) task = 0;
#endif
#if FAULT == 4
  if (task == 0) return 0;
  bottom.store(b + 1);
#else
  bottom.store(b + 1);
#endif
  return task;
}

int steal() {
#if FAULT == 2
  const int b = bottom.load();
  int t = top.load();
#else
  int t = top.load();
  const int b = bottom.load();
#endif
  if (t >= b) return 0;
  const int task = tasks[t].load();
  return top.compare_exchange_strong(t, t + 1) ? task : 0;
}

int main() {
  const auto owner = [] {
    push(1);
    push(2);
    done[pop()].fetch_add(1);
    push(3);
    done[pop()].fetch_add(1);
    done[pop()].fetch_add(1);
    push(4);
  };
  const auto thief = [] {
    done[steal()].fetch_add(1);
    done[steal()].fetch_add(1);
  };
  together(owner, thief, thief);
  while (const int task = pop()) done[task].fetch_add(1);
  for (int task = 1; task <= 4; ++task) assert(done[task] == 1);
}

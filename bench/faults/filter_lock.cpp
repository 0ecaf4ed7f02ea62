// Peterson's lock for three threads: each passes two levels, and one thread stays behind at each.
//   1  a thread says that it is the last one to come before it says at which level it is
//   2  at the last level a thread looks for one other thread only
#include "fault.hpp"

constexpr int kThreads = 3;
std::atomic<int> level[kThreads], last[kThreads], inside{0};

bool others_at(int l, int self) {
  for (int i = 1; i < (FAULT == 2 && l == kThreads - 1 ? 2 : kThreads); ++i) {
    if (level[(self + i) % kThreads].load() >= l) return true;
  }
  return false;
}

void lock(int self) {
  for (int l = 1; l < kThreads; ++l) {
#if FAULT == 1
    last[l].store(self);
    level[self].store(l);
#else
    level[self].store(l);
    last[l].store(self);
#endif
    while (last[l].load() == self && others_at(l, self)) {
    }
  }
}

int main() {
  const auto work = [](int self) {
    lock(self);
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    level[self].store(0);
  };
  together([=] { work(0); }, [=] { work(1); }, [=] { work(2); });
}

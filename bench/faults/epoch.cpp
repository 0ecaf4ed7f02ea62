// Memory that is given back by epochs: what was taken out in epoch e is freed when all threads that read have been seen in
// a later one, twice.
//   1  a node is freed one epoch too early
//   2  the epoch is advanced although a thread still reads in the one before
//   3  a reader takes the pointer before it announces that it reads
#include "fault.hpp"

constexpr int kThreads = 2, kIdle = -1;
std::atomic<int> epoch{0}, announced[kThreads], current{0};
std::atomic<bool> freed[4];

void enter(int self) {
  int e;
  do {
    e = epoch.load();
    announced[self].store(e);
  } while (epoch.load() != e);
}
void leave(int self) {
  announced[self].store(kIdle);
}

bool advance() {
  int e = epoch.load();
#if FAULT != 2
  for (std::atomic<int>& a : announced) {
    const int seen = a.load();
    if (seen != kIdle && seen != e) return false;
  }
#endif
  return epoch.compare_exchange_strong(e, e + 1);
}

int main() {
  for (std::atomic<int>& a : announced) a = kIdle;
  const auto read = [](int self) {
    for (int i = 0; i < 2; ++i) {
#if FAULT == 3
      const int node = current.load();
      enter(self);
#else
      enter(self);
      const int node = current.load();
#endif
      assert(!freed[node].load());
      leave(self);
    }
  };
  const auto write = [] {
    for (int node = 1; node <= 2; ++node) {
      const int old = current.exchange(node);
      const int taken_out = epoch.load();
      const int grace = FAULT == 1 ? 1 : 2;
      for (int i = 0; i < 4 && epoch.load() < taken_out + grace; ++i) advance();
      if (epoch.load() >= taken_out + grace) freed[old].store(true);
    }
  };
  together([=] { read(0); }, [=] { read(1); }, write);
}

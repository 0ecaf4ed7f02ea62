// A barrier that is used again: the last one to come turns the sense, and the others wait for that.
//   1  the last one turns the sense before it has reset the count
//   2  the sense is read again after the count, instead of before it
#include "fault.hpp"

constexpr int kThreads = 3;
std::atomic<int> missing{kThreads}, phase[kThreads];
std::atomic<bool> sense{false};

void arrive() {
#if FAULT == 2
  const bool last = missing.fetch_sub(1) == 1;
  const bool before = sense.load();
#else
  const bool before = sense.load();
  const bool last = missing.fetch_sub(1) == 1;
#endif
  if (last) {
#if FAULT == 1
    sense.store(!before);
    missing.store(kThreads);
#else
    missing.store(kThreads);
    sense.store(!before);
#endif
    return;
  }
  while (sense.load() == before) {
  }
}

int main() {
  const auto work = [](int self) {
    for (int i = 1; i <= 2; ++i) {
      phase[self].store(i);
      arrive();
      for (std::atomic<int>& p : phase) assert(p.load() >= i);
    }
  };
  together([=] { work(0); }, [=] { work(1); }, [=] { work(2); });
}

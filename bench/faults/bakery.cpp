// Lamport's bakery: threads draw numbers, and the smallest enters.
//   1  nobody says that it is about to draw a number
//   2  equal numbers are not told apart by who has drawn them
//   3  a thread gives its number back before it has done
#include "fault.hpp"

constexpr int kThreads = 3;
std::atomic<bool> draws[kThreads];
std::atomic<int> number[kThreads], inside{0};

void lock(int self) {
#if FAULT != 1
  draws[self].store(true);
#endif
  int largest = 0;
  for (std::atomic<int>& n : number) {
    const int seen = n.load();
    if (seen > largest) largest = seen;
  }
  number[self].store(largest + 1);
  draws[self].store(false);
  for (int other = 0; other < kThreads; ++other) {
    if (other == self) continue;
    while (draws[other].load()) {
    }
    for (;;) {
      const int theirs = number[other].load(), mine = largest + 1;
      if (theirs == 0 || theirs > mine || (theirs == mine && (FAULT == 2 || other > self))) break;
    }
  }
}

int main() {
  const auto work = [](int self) {
    lock(self);
#if FAULT == 3
    number[self].store(0);
#endif
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    number[self].store(0);
  };
  together([=] { work(0); },
           [=] {
             work(1);
             work(1);
           },
           [=] { work(2); });
}

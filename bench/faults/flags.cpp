// Many threads set two flags, and one thread must never see the second without the first.
//   1  the flags are set in the wrong order, and it takes a thread that looks in between before all others
//   2  a flag is taken back and set again by the last of three threads, each of which has seen the one before it
#include "fault.hpp"

std::atomic<int> first{0}, second{0}, stage{0};

void set() {
  if (FAULT == 1) {
    second.store(1);
    first.store(1);
  } else {
    first.store(1);
    second.store(1);
  }
}

void pass_on(int from) {
  if (stage.load() != from) return;
  if (FAULT == 2) first.store(0);
  stage.store(from + 1);
  first.store(1);
}

void look() {
  const int b = second.load(), a = first.load();
  assert(a >= b);
}

int main() {
#if FAULT == 2
  first = 1;
  second = 1;
  together([] { pass_on(2); }, [] { pass_on(1); }, [] { pass_on(0); },
           [] {
             if (stage.load() == 2) look();
           });
#else
  together(set, set, set, set, look);
#endif
}

// The processor's time-stamp counter is a clock like the others: a look is later than every look that is ordered before
// it, by whichever thread, and it changes nothing else.
// explore: dpor:1000
// outcomes: completed
// complete: yes
#include <x86intrin.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<unsigned long long> first{0};
  double kept = 1.5;
  std::thread other([&] { first = __rdtsc(); });
  const unsigned long long seen = first;
  unsigned processor = 7;
  const unsigned long long mine = __rdtscp(&processor);
  assert(seen < mine);
  assert(processor == 0);
  kept *= 2;
  other.join();
  assert(__rdtsc() > mine);
  assert(kept == 3.0);
}

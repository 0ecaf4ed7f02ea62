// Near miss: a stamp that was taken before something was handed over need not be later than it.
// run: linnet run --time 60s --strategy dpor {}
// exit: 1
// says: Assertion
#include <x86intrin.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<unsigned long long> published{0};
  std::thread other([&] { published = __rdtsc(); });
  const auto mine = __rdtsc();
  const auto seen = published.load();
  assert(seen < mine);
  other.join();
}

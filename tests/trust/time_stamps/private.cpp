// Threads that measure their own time do not disturb each other: there is one execution. That they compare nothing is not known, so the result says that one order was tried.
// run: linnet run --time 60s --strategy dpor {}
// exit: 0
// says: \b1 execution by dpor, within one order of clock readings
#include <x86intrin.h>

#include <cassert>
#include <chrono>
#include <thread>

static void measure() {
  const auto before = __rdtsc();
  const auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  assert(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(5));
  assert(__rdtsc() > before);
}

int main() {
  std::thread threads[3];
  for (std::thread& thread : threads) thread = std::thread(measure);
  for (std::thread& thread : threads) thread.join();
}

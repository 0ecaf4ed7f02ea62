// Near miss: the loop looks at a clock, but no deadline ends it. It is stuck.
// run: linnet run --time 60s --strategy dpor {}
// exit: 1
// says: goes round a loop for ever
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> ready{false};
  std::thread waiter([&] {
    auto last = std::chrono::steady_clock::now();
    while (!ready.load()) last = std::chrono::steady_clock::now();
  });
  waiter.join();
}

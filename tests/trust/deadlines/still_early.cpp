// A lock that gives up has waited: whoever expects the clock to be before the deadline is wrong. The table of steps says that it only tried.
// exit: 1
// says: Assertion `Clock::now\(\) < deadline` failed
// says: tries to lock lock
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;
std::timed_mutex lock;

int main() {
  const std::lock_guard holds(lock);
  std::thread([] {
    const auto deadline = Clock::now() + std::chrono::milliseconds(5);
    if (!lock.try_lock_until(deadline)) assert(Clock::now() < deadline);
  }).join();
}

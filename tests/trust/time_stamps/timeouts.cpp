// Near miss: threads that sleep and wait with timeouts read no clock of their own, so nothing is left out.
// run: linnet run --time 60s --strategy dpor {}
// exit: 0
// says: complete
// never: clock
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  int value = 0;
  const auto wait = [&] {
    std::this_thread::sleep_for(1ms);
    std::unique_lock lock(mutex);
    changed.wait_for(lock, 1s, [&] { return value > 0; });
    ++value;
  };
  std::thread first(wait), second(wait);
  first.join();
  second.join();
}

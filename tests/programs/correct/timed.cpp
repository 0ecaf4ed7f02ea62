// Timeouts are choices and nothing really waits: both answers of a wait of an hour are seen.
// explore: dfs:20000
// outcomes: completed
// complete: yes
// outputs: 2
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread setter([] {
    {
      const std::lock_guard lock(mutex);
      ready = true;
    }
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    if (!ready) changed.wait_for(lock, std::chrono::hours(1));
    std::puts(ready ? "in time" : "timeout");
  }
  setter.join();
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::hours(1));
  assert(std::chrono::steady_clock::now() - before >= std::chrono::hours(1));
}

// A hand-over with a predicate: no wake-up is lost.
// explore: dfs:200000
// outcomes: completed
// complete: yes
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
    assert(ready);
  });
  {
    const std::lock_guard lock(mutex);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
}

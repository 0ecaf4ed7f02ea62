// Notifies one of two waiters that wait for different things: the other one may get it, and keep it for itself.
// explore: dfs:200000
// outcomes: completed deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool first = false, second = false;

void wait_for(bool& condition) {
  std::unique_lock lock(mutex);
  while (!condition) changed.wait(lock);
}

int main() {
  std::thread a([] { wait_for(first); }), b([] { wait_for(second); });
  {
    const std::lock_guard lock(mutex);
    first = true;
  }
  changed.notify_one();
  a.join();
  {
    const std::lock_guard lock(mutex);
    second = true;
  }
  changed.notify_all();
  b.join();
}

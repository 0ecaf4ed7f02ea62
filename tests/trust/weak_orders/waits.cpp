// Weaker orders beside a condition variable: the result holds for the memory model of C++.
// exit: 0
// says: by graphs under c11, complete
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
std::atomic<int> count{0};
bool ready = false;

int main() {
  std::thread other([] {
    count.fetch_add(1, std::memory_order_relaxed);
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return ready; });
  const int found = count.load(std::memory_order_relaxed);
  lock.unlock();
  other.join();
  return found == 1 ? 0 : 1;
}

// The flag is read before the mutex is taken: a notify between the two is lost.
// explore: dfs:100000
// outcomes: completed deadlock
// complete: yes
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
std::atomic<bool> ready{false};

int main() {
  std::thread waiter([] {
    if (!ready) {
      std::unique_lock lock(mutex);
      changed.wait(lock);
    }
  });
  ready = true;
  changed.notify_one();
  waiter.join();
}

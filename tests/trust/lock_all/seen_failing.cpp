// Near miss: a thread that fails to get one mutex gives the other one back, but does something in between. Another thread that tries
// sees the mutex held then, and nothing of it is lost.
// run: linnet run --time 120s --strategy dpor {}
// exit: 1
// says: Assertion
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex a, b;
  std::atomic<bool> failed{false};
  b.lock();
  std::thread other([&] {
    a.lock();
    if (b.try_lock()) {
      b.unlock();
    } else {
      failed = true;
    }
    a.unlock();
  });
  std::thread observer([&] {
    if (!failed) return;
    const bool is_free = a.try_lock();
    assert(is_free);
    a.unlock();
  });
  observer.join();
  b.unlock();
  other.join();
}

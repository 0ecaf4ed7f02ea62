// jthread, stop_token with a callback, and condition_variable_any that waits for either.
// explore: random:1000
// outcomes: completed
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

std::mutex mutex;
std::condition_variable_any changed;
bool ready = false;

int main() {
  int callbacks = 0;
  {
    std::jthread waiter([&](std::stop_token token) {
      const std::stop_callback callback(token, [&] { ++callbacks; });
      std::unique_lock lock(mutex);
      changed.wait(lock, token, [] { return ready; });
      assert(ready || token.stop_requested());
    });
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_all();
  }
  assert(callbacks <= 1);
}

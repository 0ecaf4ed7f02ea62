// What libstdc++ builds on futexes and pthreads: latch, barrier, shared_mutex, async, promise, call_once, jthread.
// explore: random:1000
// outcomes: completed
#include <barrier>
#include <cassert>
#include <future>
#include <latch>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <thread>

std::shared_mutex shared;
std::once_flag flag;
int initialised = 0, value = 0;

int main() {
  std::latch latch(2);
  std::barrier barrier(2);
  std::promise<int> promise;
  std::thread a([&] {
    std::call_once(flag, [] { ++initialised; });
    {
      const std::unique_lock lock(shared);
      ++value;
    }
    latch.count_down();
    barrier.arrive_and_wait();
    promise.set_value(5);
  });
  auto later = std::async(std::launch::async, [&] {
    std::call_once(flag, [] { ++initialised; });
    {
      const std::shared_lock lock(shared);
      assert(value <= 1);
    }
    latch.count_down();
    barrier.arrive_and_wait();
    return 6;
  });
  latch.wait();
  assert(promise.get_future().get() == 5);
  assert(later.get() == 6);
  a.join();
  assert(initialised == 1 && value == 1);
  std::jthread stoppable([](const std::stop_token& token) {
    while (!token.stop_requested()) std::this_thread::yield();
  });
}

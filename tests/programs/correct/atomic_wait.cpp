// std::atomic::wait and notify, with a thread_local counter in every thread.
// explore: random:3000
// outcomes: completed
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> stage{0};
thread_local int visits = 0;

int main() {
  std::thread waiter([] {
    ++visits;
    stage.wait(0);
    ++visits;
    assert(stage.load() == 1 && visits == 2);
  });
  ++visits;
  stage.store(1);
  stage.notify_all();
  waiter.join();
  assert(visits == 1);
}

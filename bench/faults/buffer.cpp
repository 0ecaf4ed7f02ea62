// A buffer with one place, and threads that wait until it is free or full.
//   1  producers and consumers wait for one condition, and one of them is woken, perhaps the wrong one
//   2  a thread that was woken does not look again
//   3  who gives the lock back wakes nobody if it saw nobody wait before it took the lock
#include <condition_variable>
#include <mutex>

#include "fault.hpp"

std::mutex mutex;
std::condition_variable has_room, has_value;
std::condition_variable& room = FAULT == 1 ? has_value : has_room;
std::atomic<int> waiting{0};
int value = 0;
std::atomic<int> sum{0};

template <class Condition>
void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Condition condition) {
  waiting.fetch_add(1);
#if FAULT == 2
  if (!condition()) changed.wait(lock);
#else
  while (!condition()) changed.wait(lock);
#endif
  waiting.fetch_sub(1);
}

void put(int v) {
  const bool wakes = FAULT != 3 || waiting.load() > 0;
  std::unique_lock lock(mutex);
  wait(lock, room, [] { return value == 0; });
  assert(value == 0);
  value = v;
  if (wakes) has_value.notify_one();
}

void take() {
  std::unique_lock lock(mutex);
  wait(lock, has_value, [] { return value != 0; });
  assert(value != 0);
  sum.fetch_add(value);
  value = 0;
  room.notify_one();
}

int main() {
  together(
      [] {
        put(1);
        put(2);
      },
      [] { put(4); },
      [] {
        take();
        take();
      },
      [] { take(); });
  assert(sum == 7);
}

// Writes under a read lock: readers are not ordered among each other, whichever goes first.
// explore: dpor:10000
// outcomes: data-race
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int hits = 0;

int main() {
  const auto look = [] {
    const std::shared_lock lock(mutex);
    ++hits;
  };
  std::thread a(look), b(look);
  a.join();
  b.join();
}

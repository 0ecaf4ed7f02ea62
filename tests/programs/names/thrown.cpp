// A thread throws an exception that is not caught.
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> used;

static void add() {
  if (used.fetch_add(1) > 0) throw std::runtime_error("the queue is full");
}

int main() {
  std::thread other(add);
  used.store(1);
  other.join();
}

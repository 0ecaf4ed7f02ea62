// tbb::concurrent_queue, unmodified: every pushed element is popped once.
// explore: dpor:1000000
// outcomes: completed
// complete: yes
#include <tbb/concurrent_queue.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_queue<int> queue;
  int a = 0, b = 0;
  std::thread one([&] {
    queue.push(1);
    queue.try_pop(a);
  });
  std::thread other([&] {
    queue.push(2);
    queue.try_pop(b);
  });
  one.join();
  other.join();
  assert(a + b == 3 && a * b == 2);
}

// Two threads that take two mutexes in opposed orders, with std::scoped_lock: it tries and gives back, and each gets both in the end.
// run: linnet run --time 120s --strategy dpor {}
// exit: 0
// says: complete
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex a, b;
  int count = 0;
  std::thread other([&] {
    const std::scoped_lock both(b, a);
    ++count;
  });
  {
    const std::scoped_lock both(a, b);
    ++count;
  }
  other.join();
  assert(count == 2);
}

// boost::lockfree::queue, unmodified: two producers and a consumer's pops lose and duplicate nothing.
// explore: sticky:2000
// outcomes: completed
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(4);
  int a = 0, b = 0;
  std::thread one([&] {
    queue.push(1);
    queue.pop(a);
  });
  std::thread other([&] {
    queue.push(2);
    queue.pop(b);
  });
  one.join();
  other.join();
  assert(a + b == 3 && a * b == 2);
  assert(queue.empty());
}

// boost::lockfree::queue, unmodified: every pushed element is popped once. Its races (boost_queue_races.cpp) are steps here.
// explore: dpor:1000000
// options: races=explore
// outcomes: completed
// complete: yes
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

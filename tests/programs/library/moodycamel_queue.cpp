// moodycamel::ConcurrentQueue, unmodified: each thread's own elements stay in order, and none is lost.
// explore: dpor:1000000
// outcomes: completed
// complete: yes
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(8);
  int first = 0, second = 0;
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  std::thread consumer([&] {
    queue.try_dequeue(first);
    queue.try_dequeue(second);
  });
  producer.join();
  consumer.join();
  int left = 0, sum = first + second;
  while (queue.try_dequeue(left)) sum += left;
  assert(sum == 3);
  assert(first == 0 || second == 0 || first < second);
}

// What docs/findings.md tells of libraries of Debian: what one may expect of them, and they do not promise.
//   1  moodycamel::ConcurrentQueue: try_dequeue() finds nothing, though there is an element at every instant
//   2  tbb::concurrent_unordered_set: an element is found, and size() does not know of it
//   3  boost::lockfree::spsc_queue with two consumers: both get the same element
#include "fault.hpp"

#if FAULT == 1
#include <concurrentqueue/concurrentqueue.h>

int main() {
  static moodycamel::ConcurrentQueue<int> queue;
  static std::atomic<bool> has_element{false};
  const auto work = [] {
    int v;
    queue.enqueue(1);
    has_element.store(true);
    queue.enqueue(2);
    queue.try_dequeue(v);
  };
  const auto take = [] {
    int v;
    const bool was_there = has_element.load();
    assert(queue.try_dequeue(v) || !was_there);
  };
  together(work, take);
}
#elif FAULT == 2
#include <tbb/concurrent_unordered_set.h>

int main() {
  static tbb::concurrent_unordered_set<int> set;
  together([] { set.insert(20); },
           [] {
             if (set.contains(20)) assert(set.size() == 1);
           });
}
#elif FAULT == 3
#include <boost/lockfree/spsc_queue.hpp>

int main() {
  static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2> > queue;
  static std::atomic<int> taken{0};
  queue.push(1);
  const auto take = [] {
    int v;
    if (queue.pop(v)) taken.fetch_add(1);
  };
  together(take, take);
  assert(taken == 1);
}
#else
int main() {}
#endif

// Lock-free containers of Debian's packages, held to specifications under the memory model of C++: docs/findings.md has what was found.
#include <linnet/test.hpp>

#include <concurrentqueue/concurrentqueue.h>
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <optional>

using boost::lockfree::capacity;
using SpscQueue = boost::lockfree::spsc_queue<int, capacity<2>>;
using Stack = boost::lockfree::stack<int, capacity<3>>;
using Queue = boost::lockfree::queue<int, capacity<3>>;
struct Moodycamel {
  bool push(int value) { return queue.enqueue(value); }
  bool pop(int& value) { return queue.try_dequeue(value); }
  moodycamel::ConcurrentQueue<int> queue{32};
};

template <class Container>
void put(Container& container, int value) {
  container.push(value);
}
template <class Container>
std::optional<int> get(Container& container) {
  int value = 0;
  if (container.pop(value)) return value;
  return std::nullopt;
}

template <class Container>
auto queue_test() {
  return linnet::object<Container>()
      .operation("enq", &put<Container>)
      .operation("deq", &get<Container>)
      .spec("queue");
}

LINNET_TEST(boost_spsc_queue) {
  queue_test<SpscQueue>().scenario("enq(1) enq(2) | deq() deq()");
}
LINNET_TEST(boost_stack) {
  linnet::object<Stack>()
      .operation("push", &put<Stack>)
      .operation("pop", &get<Stack>)
      .spec("stack")
      .scenario("push(1) | pop()")
      .scenario("push(1) pop() | push(2) pop()");
}
LINNET_TEST(boost_queue) {
  queue_test<Queue>().scenario("enq(1) | deq()").scenario("enq(1) deq() | enq(2) deq()");
}
LINNET_TEST(moodycamel_queue) {
  queue_test<Moodycamel>().scenario("enq(1) | deq()").scenario("enq(1) deq() | deq()");
}

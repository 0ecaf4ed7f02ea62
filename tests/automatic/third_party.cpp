// Containers of boost, moodycamel and oneTBB (Debian packages), unmodified, in automatic mode.
// docs/findings.md says what is wrong with those that fail.
//
//   linnet run tests/automatic/third_party.cpp --races explore -- -ltbb
#include <linnet/test.hpp>

#include <concurrentqueue/concurrentqueue.h>
#include <tbb/concurrent_hash_map.h>
#include <tbb/concurrent_queue.h>
#include <tbb/concurrent_unordered_set.h>
#include <tbb/concurrent_vector.h>
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <optional>

namespace {

template <class Container>
std::optional<int> pop(Container& container) {
  int value = 0;
  return container.pop(value) ? std::optional(value) : std::nullopt;
}

template <class Container>
linnet::ObjectUnderTest<Container> declare_boost() {
  auto object = linnet::object<Container>(8);
  object.operation("push", [](Container& container, int value) { return container.push(value); })
      .arguments(10)
      .arguments(20)
      .operation("pop", &pop<Container>)
      .operation("empty", [](Container& container) { return container.empty(); });
  return object;
}

}  // namespace

LINNET_TEST(boost_queue) {
  declare_boost<boost::lockfree::queue<int>>();
}
LINNET_TEST(boost_stack) {
  declare_boost<boost::lockfree::stack<int>>();
}

// One thread that pushes, and one that pops: the intended use.
using SpscQueue = boost::lockfree::spsc_queue<int>;
LINNET_TEST(boost_spsc_queue) {
  linnet::object<SpscQueue>(1)
      .operation("push", [](SpscQueue& queue, int value) { return queue.push(value); })
      .operation("pop", &pop<SpscQueue>)
      .operation("read_available", [](SpscQueue& queue) { return queue.read_available(); })
      .operation("write_available", [](SpscQueue& queue) { return queue.write_available(); })
      .scenario("push(1) push(2) push(3) | pop() pop() pop()")
      .scenario("push(1) write_available() push(2) | read_available() pop() pop()")
      .scenario("push(1) ; push(2) push(3) write_available() | pop() read_available() pop() ; pop()");
}
LINNET_TEST(boost_spsc_queue_misused) {
  declare_boost<SpscQueue>();
}

using MoodycamelQueue = moodycamel::ConcurrentQueue<int>;
linnet::ObjectUnderTest<MoodycamelQueue> moodycamel_queue() {
  return linnet::object<MoodycamelQueue>(8)
      .operation("enqueue", [](MoodycamelQueue& queue, int value) { return queue.enqueue(value); })
      .arguments(10)
      .arguments(20)
      .operation("try_dequeue", [](MoodycamelQueue& queue) {
        int value = 0;
        return queue.try_dequeue(value) ? std::optional(value) : std::nullopt;
      });
}
LINNET_TEST(moodycamel_queue) {
  moodycamel_queue();
}
// Its documentation says that if try_dequeue() finds nothing, the queue is likely, but not guaranteed to be
// empty.
LINNET_TEST(moodycamel_queue_as_documented) {
  moodycamel_queue().may_fail(std::nullopt);
}

template <class Queue>
std::optional<int> try_pop(Queue& queue) {
  int value = 0;
  return queue.try_pop(value) ? std::optional(value) : std::nullopt;
}

using TbbQueue = tbb::concurrent_queue<int>;
LINNET_TEST(tbb_queue) {
  linnet::object<TbbQueue>()
      .operation("push", [](TbbQueue& queue, int value) { queue.push(value); })
      .arguments(10)
      .arguments(20)
      .operation("try_pop", &try_pop<TbbQueue>)
      .operation("empty", &TbbQueue::empty);
}

using TbbBoundedQueue = tbb::concurrent_bounded_queue<int>;
LINNET_TEST(tbb_bounded_queue) {
  linnet::object<TbbBoundedQueue>()
      .operation("try_push", [](TbbBoundedQueue& queue, int value) { return queue.try_push(value); })
      .arguments(10)
      .arguments(20)
      .operation("try_pop", &try_pop<TbbBoundedQueue>)
      .operation("size", &TbbBoundedQueue::size);
}

using TbbHashMap = tbb::concurrent_hash_map<int, int>;
LINNET_TEST(tbb_hash_map) {
  linnet::object<TbbHashMap>()
      .operation("insert",
                 [](TbbHashMap& map, int key) {
                   return map.insert({key, key});
                 })
      .arguments(10)
      .arguments(20)
      .operation("erase", [](TbbHashMap& map, int key) { return map.erase(key); })
      .arguments(10)
      .arguments(20)
      .operation("count", [](TbbHashMap& map, int key) { return map.count(key); })
      .arguments(10)
      .arguments(20)
      .operation("size", &TbbHashMap::size);
}

using TbbUnorderedSet = tbb::concurrent_unordered_set<int>;
LINNET_TEST(tbb_unordered_set) {
  linnet::object<TbbUnorderedSet>()
      .operation("insert", [](TbbUnorderedSet& set, int value) { return set.insert(value).second; })
      .arguments(10)
      .arguments(20)
      .operation("contains", [](TbbUnorderedSet& set, int value) { return set.contains(value); })
      .arguments(10)
      .arguments(20)
      .operation("size", [](TbbUnorderedSet& set) { return set.size(); });
}

using TbbVector = tbb::concurrent_vector<int>;
LINNET_TEST(tbb_vector) {
  linnet::object<TbbVector>()
      .operation("push_back",
                 [](TbbVector& vector, int value) { return vector.push_back(value) - vector.begin(); })
      .arguments(10)
      .arguments(20)
      .operation("size", [](TbbVector& vector) { return vector.size(); });
}

// Results that fit: nothing for enq, an optional for deq, true or false for a set; and a bool that is left out by a callable.
// exit: 0
// says: 2 tests: 2 passed
#include <linnet/test.hpp>

#include <deque>
#include <mutex>
#include <optional>
#include <set>

struct Queue {
  bool push(int value) {
    const std::lock_guard lock(mutex);
    values.push_back(value);
    return true;
  }
  std::optional<int> pop() {
    const std::lock_guard lock(mutex);
    if (values.empty()) return std::nullopt;
    const int value = values.front();
    values.pop_front();
    return value;
  }
  std::mutex mutex;
  std::deque<int> values;
};
struct Set {
  bool add(int value) {
    const std::lock_guard lock(mutex);
    return values.insert(value).second;
  }
  std::mutex mutex;
  std::set<int> values;
};

LINNET_TEST(queue) {
  linnet::object<Queue>()
      .operation("enq", [](Queue& queue, int value) { queue.push(value); })
      .operation("deq", &Queue::pop)
      .spec("queue")
      .scenario("enq(1) | deq()");
}
LINNET_TEST(set) {
  linnet::object<Set>().operation("add", &Set::add).spec("set").scenario("add(1) | add(1)");
}

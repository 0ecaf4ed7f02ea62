// A push that returns bool is no enq, which returns nothing: that is said before anything runs, with the line to write.
// exit: 2
// says: never_fits.cpp:\d+: test queue has an operation enq that returns true or false, and enq of queue returns nothing: write \.operation\("enq", \[\]\(Object& object, int a\) \{ object.enq\(a\); \}\)
// never: violation
#include <linnet/test.hpp>

#include <optional>

struct Queue {
  bool push(int) { return true; }
  std::optional<int> pop() { return std::nullopt; }
};

LINNET_TEST(queue) {
  linnet::object<Queue>().operation("enq", &Queue::push).operation("deq", &Queue::pop).spec("queue").scenario("enq(1) | deq()");
}

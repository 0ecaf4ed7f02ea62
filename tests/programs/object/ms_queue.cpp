// A correct queue, and three scenarios of it.
#include <linnet/test.hpp>

#include "ms_queue.hpp"
#include "unfused.hpp"

LINNET_TEST(ms_queue) {
  linnet::object<MsQueue>()
      .operation("enq",
                 [](MsQueue& queue, int value) {
                   const Fence fence;
                   queue.push(value);
                 })
      .operation("deq",
                 [](MsQueue& queue) {
                   const Fence fence;
                   return queue.try_pop();
                 })
      .spec("queue")
      .scenario("enq(1) deq() | enq(2) deq()");
}

LINNET_TEST(ms_queue_members) {
  using linnet::call;
  linnet::object<MsQueue>()
      .operation("enq", &MsQueue::push)
      .operation("deq", &MsQueue::try_pop)
      .spec("queue")
      .scenario("enq(1) ; enq(2) | deq() ; deq() deq()")
      .scenario(
          linnet::scenario().init(call("enq", 1)).thread(call("deq")).thread(call("deq")).final(call("deq")));
}

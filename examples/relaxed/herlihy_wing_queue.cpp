// The queue of Herlihy and Wing's paper on linearizability (TOPLAS 1990): correct, though no single step of enq is
// the one at which it takes effect.
//
//   linnet run examples/relaxed/herlihy_wing_queue.cpp
//
// deq goes through all places that were taken, from the first on, again and again until it finds one filled: on an
// empty queue it waits.
#include <linnet/test.hpp>

#include <array>
#include <atomic>

#include "reference.hpp"

class HerlihyWingQueue {
 public:
  void enq(int value) { items_[back_.fetch_add(1)] = value; }

  int deq() {
    while (true) {
      const unsigned range = back_;
      for (unsigned i = 0; i < range; ++i) {
        if (items_[i] == 0) continue;
        if (const int value = items_[i].exchange(0); value != 0) return value;
      }
    }
  }

 private:
  std::array<std::atomic<int>, 8> items_{};  // 0: not filled, or taken
  std::atomic<unsigned> back_{0};
};

LINNET_TEST(herlihy_wing_queue) {
  is_queue(linnet::object<HerlihyWingQueue>()
               .operation("enq", &HerlihyWingQueue::enq)
               .operation("deq", &HerlihyWingQueue::deq)
               .scenario("enq(1) deq() | enq(2) deq()"));
}

// The queue of Herlihy and Wing, with room for a few values: who takes one waits until there is one.
#include <linnet/test.hpp>

#include <array>
#include <atomic>

class Queue {
 public:
  void enq(int value) {
    const unsigned at = back_.fetch_add(1, std::memory_order_acq_rel);
    items_[at].store(value, std::memory_order_release);
  }
  int take() {
    for (;;) {
      const unsigned back = back_.load(std::memory_order_acquire);
      for (unsigned at = 0; at < back; ++at) {
        if (const int found = items_[at].exchange(0, std::memory_order_acq_rel)) return found;
      }
    }
  }

 private:
  std::atomic<unsigned> back_{0};
  std::array<std::atomic<int>, 4> items_{};
};

LINNET_TEST(herlihy_wing) {
  linnet::object<Queue>()
      .operation("enq", &Queue::enq)
      .operation("take", &Queue::take)
      .spec("queue")
      .scenario("enq(1) ; enq(2) | take()")
      .scenario("enq(1) enq(2) | take()");
}

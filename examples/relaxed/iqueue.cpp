// IQueue (Herlihy and Shavit, The Art of Multiprocessor Programming, chapter 3): a queue that is wrong.
//
//   linnet run examples/relaxed/iqueue.cpp
//
// enq takes a place and fills it afterwards; deq takes a place that is not filled yet for the end of the queue. So
// deq says that the queue is empty while a later place is already full.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

#include "reference.hpp"

class IQueue {
 public:
  void enq(int value) { items_[tail_.fetch_add(1)] = value; }

  std::optional<int> deq() {
    unsigned place = head_;
    do {
      const int value = items_[place];
      if (value == 0) return std::nullopt;
      if (head_.compare_exchange_strong(place, place + 1)) return value;
    } while (true);
  }

 private:
  std::array<std::atomic<int>, 8> items_{};  // 0: not filled
  std::atomic<unsigned> head_{0}, tail_{0};
};

LINNET_TEST(iqueue) {
  is_queue(linnet::object<IQueue>()
               .operation("enq", &IQueue::enq)
               .operation("deq", &IQueue::deq)
               .scenario("enq(1) deq() | enq(2) deq()"));
}

// A queue whose deq() looks first and takes later: two of them take the same element, or an empty one says that it is
// not.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class BrokenQueue {
 public:
  void enq(int value) { items_[tail_++] = value; }
  bool deq(int& value) {
    const unsigned head = head_;
    if (head == tail_) return false;
    value = items_[head];
    head_ = head + 1;
    return true;
  }

 private:
  std::array<std::atomic<int>, 8> items_{};
  std::atomic<unsigned> head_{0}, tail_{0};
};

LINNET_TEST(broken_queue) {
  linnet::object<BrokenQueue>()
      .operation("enq", &BrokenQueue::enq)
      .operation("deq",
                 [](BrokenQueue& queue) -> std::optional<int> {
                   int value = 0;
                   return queue.deq(value) ? std::optional(value) : std::nullopt;
                 })
      .spec("queue")
      .scenario("enq(1) enq(2) ; deq() | deq()");
}

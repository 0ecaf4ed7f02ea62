// A ring for one producer and one consumer in which a cell that holds nothing is empty: FastForward (PPoPP 2008).
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class Ring {
 public:
  // Waits until there is room.
  void enq(int value) {
    std::atomic<int>& cell = cells_[in_ % cells_.size()];
    while (cell.load(std::memory_order_acquire) != 0) {
    }
    cell.store(value, std::memory_order_release);
    ++in_;
  }
  std::optional<int> deq() {
    std::atomic<int>& cell = cells_[out_ % cells_.size()];
    const int value = cell.load(std::memory_order_acquire);
    if (value == 0) return std::nullopt;
    cell.store(0, std::memory_order_release);
    ++out_;
    return value;
  }

 private:
  std::array<std::atomic<int>, 2> cells_{};
  unsigned in_ = 0, out_ = 0;  // of the producer, and of the consumer
};

LINNET_TEST(ring) {
  linnet::object<Ring>()
      .operation("enq", &Ring::enq)
      .operation("deq", &Ring::deq)
      .spec("queue")
      .scenario("enq(1) enq(2) | deq() deq()")
      .scenario("enq(1) enq(2) ; deq() | enq(3)");
}

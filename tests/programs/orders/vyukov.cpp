// Vyukov's bounded queue for many producers and consumers.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class Queue {
 public:
  Queue() {
    for (unsigned i = 0; i < cells_.size(); ++i) cells_[i].sequence.store(i, std::memory_order_relaxed);
  }
  bool offer(int value) {
    unsigned at = in_.load(std::memory_order_relaxed);
    for (;;) {
      Cell& cell = cells_[at % cells_.size()];
      const int ahead = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - at);
      if (ahead < 0) return false;
      if (ahead > 0) {
        at = in_.load(std::memory_order_relaxed);
      } else if (in_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed,
                                           std::memory_order_relaxed)) {
        cell.value = value;
        cell.sequence.store(at + 1, std::memory_order_release);
        return true;
      }
    }
  }
  std::optional<int> poll() {
    unsigned at = out_.load(std::memory_order_relaxed);
    for (;;) {
      Cell& cell = cells_[at % cells_.size()];
      const int ahead = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - (at + 1));
      if (ahead < 0) return std::nullopt;
      if (ahead > 0) {
        at = out_.load(std::memory_order_relaxed);
      } else if (out_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed,
                                            std::memory_order_relaxed)) {
        const int value = cell.value;
        cell.sequence.store(at + 2, std::memory_order_release);
        return value;
      }
    }
  }

 private:
  struct Cell {
    std::atomic<unsigned> sequence;
    int value;
  };
  std::array<Cell, 2> cells_;
  std::atomic<unsigned> in_{0}, out_{0};
};

LINNET_TEST(vyukov) {
  linnet::object<Queue>()
      .operation("offer", &Queue::offer)
      .operation("poll", &Queue::poll)
      .spec("bounded_queue", 2)
      .scenario("offer(1) offer(2) ; offer(3) | poll()")
      .scenario("offer(1) | poll() | poll()");
}

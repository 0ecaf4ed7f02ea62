// The deque of Chase and Lev with the orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013): one owner, and thieves at the other end.
#include <linnet/test.hpp>

#include <array>
#include <atomic>
#include <optional>

class Deque {
 public:
  void push(int value) {
    const long bottom = bottom_.load(std::memory_order_relaxed);
    items_[static_cast<std::size_t>(bottom) % items_.size()].store(value, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    bottom_.store(bottom + 1, std::memory_order_relaxed);
  }
  std::optional<int> take() {
    const long bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    long top = top_.load(std::memory_order_relaxed);
    std::optional<int> result;
    if (top <= bottom)
      result = items_[static_cast<std::size_t>(bottom) % items_.size()].load(std::memory_order_relaxed);
    if (top < bottom) return result;
    if (top == bottom &&
        !top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
      result.reset();
    bottom_.store(bottom + 1, std::memory_order_relaxed);
    return result;
  }
  std::optional<int> steal() {
    for (;;) {
      long top = top_.load(std::memory_order_acquire);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      const long bottom = bottom_.load(std::memory_order_acquire);
      if (top >= bottom) return std::nullopt;
      const int value = items_[static_cast<std::size_t>(top) % items_.size()].load(std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        return value;
    }
  }

 private:
  std::atomic<long> top_{0}, bottom_{0};
  std::array<std::atomic<int>, 4> items_{};
};

LINNET_TEST(chase_lev) {
  linnet::object<Deque>()
      .operation("pushBack", &Deque::push)
      .operation("popBack", &Deque::take)
      .operation("popFront", &Deque::steal)
      .spec("deque")
      .scenario("pushBack(1) popBack() | popFront()")
      .scenario("pushBack(1) pushBack(2) popBack() | popFront() popFront()");
}

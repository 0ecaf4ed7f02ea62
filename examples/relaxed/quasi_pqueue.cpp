// A quasi priority queue: deqMin gives one of the K + 1 smallest elements (Round-Up, Table I), and one that reaches
// further.
//
//   linnet run examples/relaxed/quasi_pqueue.cpp --test quasi_pqueue --promise quasi:insert=0,deqMin=2,insert+deqMin=2
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <map>
#include <mutex>
#include <optional>

#include "reference.hpp"
#include "window.hpp"

constexpr unsigned kFactor = 2;

template <unsigned kReach>
class QuasiPriorityQueue {
 public:
  void insert(int value, int priority) {
    const std::lock_guard one_at_a_time(mutex_);
    items_.emplace(priority, value);
    window_.restart();
  }

  std::optional<int> deq_min() {
    const std::lock_guard one_at_a_time(mutex_);
    if (items_.empty()) return std::nullopt;
    const unsigned open = window_.open(static_cast<unsigned>(items_.size()));
    const auto taken = std::next(items_.begin(), linnet::choose(open));
    const int value = taken->second;
    items_.erase(taken);
    window_.removed_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::multimap<int, int> items_;  // by priority
  Window window_{kReach + 1};
};

template <unsigned kReach>
void test() {
  using Queue = QuasiPriorityQueue<kReach>;
  is_pqueue(
      linnet::object<Queue>()
          .operation("insert", &Queue::insert)
          .operation("deqMin", &Queue::deq_min)
          .scenario(
              "insert(1,10) insert(2,20) | insert(3,30) insert(4,40) ; deqMin() deqMin() deqMin() deqMin()"));
}

LINNET_TEST(quasi_pqueue) {
  test<kFactor>();
}
LINNET_TEST(quasi_pqueue_b2) {
  test<kFactor + 1>();
}

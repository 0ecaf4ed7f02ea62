// Objects whose results are right with relaxed orders, and who takes a value out of them does not see what was done before it was put in; the
// same with release and acquire; and objects that promise values only.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

// Room for one value: a queue, as long as nothing more is put in.
template <std::memory_order kPut, std::memory_order kTake>
class Box {
 public:
  void enq(int value) { value_.store(value, kPut); }
  std::optional<int> deq() {
    const int found = value_.exchange(0, kTake);
    if (found == 0) return std::nullopt;
    return found;
  }

 private:
  std::atomic<int> value_{0};
};

template <std::memory_order kLock, std::memory_order kUnlock>
class SpinLock {
 public:
  void lock() {
    while (held_.exchange(true, kLock)) {
    }
  }
  void unlock() { held_.store(false, kUnlock); }

 private:
  std::atomic<bool> held_{false};
};

using RelaxedBox = Box<std::memory_order_relaxed, std::memory_order_relaxed>;
using RightBox = Box<std::memory_order_release, std::memory_order_acquire>;
using RelaxedLock = SpinLock<std::memory_order_relaxed, std::memory_order_relaxed>;
using RightLock = SpinLock<std::memory_order_acquire, std::memory_order_release>;

template <class Object>
auto declare_queue(const char* scenario) {
  return linnet::object<Object>()
      .operation("enq", &Object::enq)
      .operation("deq", &Object::deq)
      .spec("queue")
      .scenario(scenario);
}
template <class Object>
auto declare_mutex() {
  return linnet::object<Object>()
      .operation("lock", &Object::lock)
      .operation("unlock", &Object::unlock)
      .spec("mutex")
      .scenario("lock() unlock() | lock() unlock()");
}

LINNET_TEST(relaxed_box) {
  declare_queue<RelaxedBox>("enq(1) | deq()");
}
LINNET_TEST(right_box) {
  declare_queue<RightBox>("enq(1) | deq() deq()");
}
LINNET_TEST(values_only) {
  declare_queue<RelaxedBox>("enq(1) | deq()").relaxed();
}
LINNET_TEST(relaxed_lock) {
  declare_mutex<RelaxedLock>();
}
LINNET_TEST(right_lock) {
  declare_mutex<RightLock>();
}

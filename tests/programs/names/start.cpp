// A register that starts at 5, and a queue that removes the second element if there is one: the specifications have to be told.
#include <linnet/test.hpp>

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

class Register {
 public:
  int read() const { return value_.load(); }
  void write(int value) { value_.store(value); }

 private:
  std::atomic<int> value_{5};
};

LINNET_TEST(starts_at_five) {
  linnet::object<Register>()
      .operation("read", &Register::read)
      .operation("write", &Register::write)
      .spec("register")
      .scenario("read() | write(1)");
}

class SecondFirst {
 public:
  void enq(int value) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(value);
  }
  std::optional<int> deq() {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const auto chosen = items_.begin() + (items_.size() > 1 ? 1 : 0);
    const int value = *chosen;
    items_.erase(chosen);
    return value;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
};

LINNET_TEST(second_first) {
  linnet::object<SecondFirst>()
      .operation("enq", &SecondFirst::enq)
      .operation("deq", &SecondFirst::deq)
      .spec("queue")
      .scenario("enq(1) enq(2) ; deq() | deq()");
}

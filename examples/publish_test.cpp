// Handing over data with a flag, and a memory order that is too weak: linnet run examples/publish_test.cpp
//
// A thread that sees the flag must see the data. With a relaxed flag nothing orders the two: on most machines it works, on some
// days it does not, and it is a data race on all of them. Linnet reports races with the memory orders as written.
#include <linnet/test.hpp>

#include <atomic>
#include <optional>

template <std::memory_order store, std::memory_order load>
class Box {
 public:
  void put(int value) {
    value_ = value;
    full_.store(true, store);
  }
  std::optional<int> get() const {
    if (!full_.load(load)) return std::nullopt;
    return value_;
  }

 private:
  int value_ = 0;
  std::atomic<bool> full_{false};
};

template <class Box>
void test_box() {
  linnet::object<Box>()
      .operation("write", &Box::put)
      .operation("read", &Box::get)
      .spec("register", nullptr)
      .scenario("write(1) | read() | read()");
}

LINNET_TEST(published) {
  test_box<Box<std::memory_order_release, std::memory_order_acquire>>();
}
LINNET_TEST(published_relaxed) {
  test_box<Box<std::memory_order_relaxed, std::memory_order_relaxed>>();
}

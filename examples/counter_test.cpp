// A counter, and a lost update: linnet run examples/counter_test.cpp
//
// The read and the write are atomic each; reading, adding and writing together are not. Both increments read 0, and one is lost.
#include <linnet/test.hpp>

#include <atomic>

class Counter {
 public:
  void increment() { count_.fetch_add(1); }
  int get() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

class ForgetfulCounter {
 public:
  void increment() { count_.store(count_.load() + 1); }
  int get() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

template <class C>
void test_counter() {
  linnet::object<C>()
      .operation("inc", &C::increment)
      .operation("get", &C::get)
      .spec("counter")
      .scenario("inc() get() | inc() ; get()");
}

LINNET_TEST(counter) {
  test_counter<Counter>();
}
LINNET_TEST(forgetful_counter) {
  test_counter<ForgetfulCounter>();
}

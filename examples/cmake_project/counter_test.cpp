// Two object tests in one program: CTest has an entry for each.
#include <linnet/test.hpp>

#include <atomic>

class Counter {
 public:
  void add() { count_.fetch_add(1); }
  int get() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

LINNET_TEST(two_threads) {
  linnet::object<Counter>()
      .operation("inc", &Counter::add)
      .operation("get", &Counter::get)
      .spec("counter")
      .scenario("inc() | inc() ; get()");
}

LINNET_TEST(looking) {
  linnet::object<Counter>()
      .operation("inc", &Counter::add)
      .operation("get", &Counter::get)
      .spec("counter")
      .scenario("inc() inc() | get() get()");
}

// Two words that change together, read without a lock: linnet run examples/snapshot_test.cpp
//
// A sequence lock: the writer makes the number odd, writes, and makes it even; the reader tries again if the number was odd or
// has changed. A reader that checks it only before reading can read half of what is being written.
//
// The words are atomic, because both sides access them at once; a torn pair reads as -1, which was never written.
#include <linnet/test.hpp>

#include <atomic>

template <bool looks_again>
class Pair {
 public:
  void write(int value) {
    number_.fetch_add(1);
    left_.store(value);
    right_.store(value);
    number_.fetch_add(1);
  }
  int read() const {
    for (;;) {
      const unsigned before = number_.load();
      const int left = left_.load(), right = right_.load();
      if (before % 2 == 0 && (!looks_again || number_.load() == before)) return left == right ? left : -1;
    }
  }

 private:
  std::atomic<unsigned> number_{0};
  std::atomic<int> left_{0}, right_{0};
};

template <bool looks_again>
void test_pair() {
  linnet::object<Pair<looks_again>>()
      .operation("write", &Pair<looks_again>::write)
      .operation("read", &Pair<looks_again>::read)
      .spec("register")
      .scenario("write(1) | read()");
}

LINNET_TEST(snapshot) {
  test_pair<true>();
}
LINNET_TEST(torn_snapshot) {
  test_pair<false>();
}

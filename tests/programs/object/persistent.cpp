// A register and a pair of words in persistent memory, small enough that everything can be enumerated.
#include <linnet/persistent.hpp>
#include <linnet/test.hpp>

#include <atomic>

enum class Reader { flushes, does_not };

template <Reader reader>
struct Register {
  std::atomic<int> value{0};

  void write(int v) {
    value.store(v, std::memory_order_relaxed);
    linnet::persist(&value);
  }
  // What was read must not be undone by a crash.
  int read() {
    const int found = value.load();
    if (reader == Reader::flushes) linnet::persist(&value);
    return found;
  }
  void recover() {}
};

template <Reader reader>
auto register_object() {
  using Object = Register<reader>;
  return linnet::object<Object>()
      .operation("write", &Object::write)
      .operation("read", &Object::read)
      .recover(&Object::recover)
      .spec("register");
}

LINNET_TEST(durable_register) {
  register_object<Reader::flushes>().scenario("write(1) | read() ; read()");
}
LINNET_TEST(undone_register) {
  register_object<Reader::does_not>().scenario("write(1) | read() ; read()");
}
// A crash in the recovery's aftermath, too.
LINNET_TEST(twice_crashed_register) {
  register_object<Reader::flushes>().scenario("; write(1) ; read() write(2) read()").crashes(2);
}

// Two words that must change together: a flag in another line says that they did.
enum class Order { right, flag_first };

template <Order order>
struct Pair {
  alignas(linnet::kCacheLine) int left = 0;
  alignas(linnet::kCacheLine) int right = 0;
  alignas(linnet::kCacheLine) std::atomic<int> valid{0};

  void write(int v) {
    left = v;
    right = v;
    linnet::flush(&left);
    linnet::flush(&right);
    if (order == Order::right) linnet::fence();
    valid.store(1, std::memory_order_relaxed);
    linnet::flush(&valid);
    linnet::fence();
  }
  int read() { return valid.load() == 0 ? 0 : left == right ? left : -1; }
  void recover() {}
};

template <Order order>
void test_pair() {
  using Object = Pair<order>;
  linnet::object<Object>()
      .operation("write", &Object::write)
      .operation("read", &Object::read)
      .recover(&Object::recover)
      .spec("register")
      .scenario("; write(1) ; read()");
}

LINNET_TEST(pair) {
  test_pair<Order::right>();
}
LINNET_TEST(torn_pair) {
  test_pair<Order::flag_first>();
}

// A register whose reads see nothing, one that is declared wrongly, and one that dies.
#include <linnet/test.hpp>

#include <atomic>

class Register {
 public:
  void write(int value) { value_ = value; }
  int read() { return 0; }
  int die() { return *static_cast<volatile int*>(nullptr); }

 private:
  std::atomic<int> value_{0};
};

LINNET_TEST(weak) {
  linnet::object<Register>()
      .operation("write", &Register::write)
      .operation("read", &Register::read)
      .spec("register")
      .strength("read=any")
      .scenario("write(1) ; read() | read()");
}

LINNET_TEST(wrong) {
  linnet::object<Register>()
      .operation("read", &Register::read)
      .spec("register")
      .strength("raed=any")
      .scenario("read()");
}

LINNET_TEST(dies) {
  linnet::object<Register>().operation("read", &Register::die).spec("register").scenario("read()");
}

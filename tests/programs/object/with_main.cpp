// A program with a main and a test: the test is run.
#include <linnet/test.hpp>

#include <atomic>
#include <cstdlib>

class Flag {
 public:
  void write(bool value) { value_ = value; }
  bool read() const { return value_; }

 private:
  std::atomic<bool> value_{false};
};

LINNET_TEST(flag) {
  linnet::object<Flag>()
      .operation("write", &Flag::write)
      .operation("read", &Flag::read)
      .spec("register", false)
      .scenario("write(true) | read()");
}

int main() {
  std::abort();
}

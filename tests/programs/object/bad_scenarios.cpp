// Scenarios that are no scenarios of their test, one test each.
#include <linnet/test.hpp>

class Register {
 public:
  void write(unsigned char value) { value_ = value; }
  int read() const { return value_; }
  int peek() const { return value_; }

 private:
  int value_ = 0;
};

void declare(const char* scenario) {
  linnet::object<Register>()
      .operation("write", &Register::write)
      .operation("read", &Register::read)
      .operation("peek", &Register::peek)
      .spec("register")
      .scenario(scenario);
}

LINNET_TEST(unknown_operation) {
  declare("write(1) | raed()");
}
LINNET_TEST(too_many_arguments) {
  declare("write(1, 2) | read()");
}
LINNET_TEST(wrong_argument) {
  declare("write(1) | write(256)");
}
LINNET_TEST(not_json) {
  declare("write(1) | write(one)");
}
LINNET_TEST(never_closed) {
  declare("write(1) | write(1");
}
LINNET_TEST(no_parentheses) {
  declare("write(1) | read");
}
LINNET_TEST(three_semicolons) {
  declare("write(1) ; read() | read() ; read() ; read()");
}
LINNET_TEST(one_semicolon) {
  declare("write(1) ; read()");
}
LINNET_TEST(idle_thread) {
  declare("write(1) | | read()");
}
LINNET_TEST(two_parts_with_threads) {
  declare("write(1) | read() ; read() | read()");
}
LINNET_TEST(not_in_specification) {
  declare("write(1) | peek()");
}
LINNET_TEST(no_call) {
  declare("write(1) | 7");
}
LINNET_TEST(no_operation) {
  linnet::object<Register>().spec("register");
}
LINNET_TEST(unknown_specification) {
  linnet::object<Register>().spec("regsiter").scenario("read()");
}
LINNET_TEST(no_object) {}

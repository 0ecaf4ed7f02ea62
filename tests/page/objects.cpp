// Declares objects whose results are shown on pages: a queue that two consumers share, one without a
// specification, one that survives no crash. It is one program, so that it is compiled once.
#include <linnet/persistent.hpp>
#include <linnet/test.hpp>

#include "../../examples/queue_test.cpp"

class LossyCounter {
 public:
  void inc() { count_.store(count_.load() + 1); }
  int get() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

LINNET_TEST(generated) {
  linnet::object<LossyCounter>().operation("inc", &LossyCounter::inc).operation("get", &LossyCounter::get);
}

// The new value is flushed after the call reported it, and never fenced.
class ForgetfulRegister {
 public:
  void write(int value) {
    old_.store(value_.load());
    linnet::persist(&old_);
    value_.store(value);
    linnet::flush(&value_);
  }
  int read() const { return value_.load(); }
  void recover() {}

 private:
  alignas(linnet::kCacheLine) std::atomic<int> value_{0};
  alignas(linnet::kCacheLine) std::atomic<int> old_{0};
};

LINNET_TEST(forgetful) {
  linnet::object<ForgetfulRegister>()
      .operation("write", &ForgetfulRegister::write)
      .operation("read", &ForgetfulRegister::read)
      .recover(&ForgetfulRegister::recover)
      .spec("register")
      .scenario("write(1) | read() ; read()");
}

#!/usr/bin/env bash
# A shared library that was also linked with -fsanitize=thread, as for the compiler's own race detector: g++ makes it ask for libtsan. Linnet
# answers instead, and finds the one access that is not under the lock.
# exit: 1
# says: Data race
# says: Counter::get
cat > counter.h <<'END'
class Counter {
 public:
  Counter();
  ~Counter();
  void add();
  int get();

 private:
  struct State;
  State* state_;
};
END
cat > counter.cpp <<'END'
#include "counter.h"
#include <mutex>
struct Counter::State {
  std::mutex mutex;
  int value = 0;
};
Counter::Counter() : state_(new State) {}
Counter::~Counter() { delete state_; }
void Counter::add() {
  std::lock_guard hold(state_->mutex);
  ++state_->value;
}
int Counter::get() { return state_->value; }
END
"${CXX:-g++}" -std=c++17 -O2 -fPIC -fsanitize=thread -shared counter.cpp -o libcounter.so && rm counter.cpp || exit 9
cat > test.cpp <<'END'
#include <linnet/test.hpp>
#include "counter.h"
LINNET_TEST(counter) {
  linnet::object<Counter>().operation("add", &Counter::add).operation("get", &Counter::get).scenario("add() | get()");
}
END
linnet run test.cpp -- ./libcounter.so

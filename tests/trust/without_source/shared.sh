#!/usr/bin/env bash
# The counter as it should be, in a shared library in the current folder: all executions are explored.
# exit: 0
# says: complete
# never: warning
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
int Counter::get() {
  std::lock_guard hold(state_->mutex);
  return state_->value;
}
END
"${CXX:-g++}" -std=c++17 -O2 -fPIC -fsanitize=thread -c counter.cpp && "${CXX:-g++}" -shared counter.o -o libcounter.so || exit 9
rm counter.cpp counter.o
cat > test.cpp <<'END'
#include <linnet/test.hpp>
#include "counter.h"
LINNET_TEST(counter) {
  linnet::object<Counter>().operation("add", &Counter::add).operation("get", &Counter::get).scenario("add() get() | add() get()");
}
END
linnet run test.cpp --strategy dpor -- libcounter.so && linnet run test.cpp --strategy dpor -- -L. -lcounter

#!/usr/bin/env bash
# A class in a static library that was compiled with -fsanitize=thread: only its header is there. It counts under two holds of its lock.
# exit: 1
# says: No serial run explains get\(\) → 1
# says: Counter::add
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
  int locked() {
    std::lock_guard hold(mutex);
    return value;
  }
  std::mutex mutex;
  int value = 0;
};
Counter::Counter() : state_(new State) {}
Counter::~Counter() { delete state_; }
void Counter::add() {
  const int now = state_->locked();
  std::lock_guard hold(state_->mutex);
  state_->value = now + 1;
}
int Counter::get() { return state_->locked(); }
END
"${CXX:-g++}" -std=c++17 -O2 -fPIC -fsanitize=thread -c counter.cpp && ar rcs libcounter.a counter.o && rm counter.cpp counter.o || exit 9
cat > test.cpp <<'END'
#include <linnet/test.hpp>
#include "counter.h"
LINNET_TEST(counter) {
  linnet::object<Counter>().operation("add", &Counter::add).operation("get", &Counter::get);
}
END
linnet run test.cpp --generate all -- libcounter.a

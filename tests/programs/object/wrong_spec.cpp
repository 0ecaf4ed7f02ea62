// A counter that is right, and specifications of it that go wrong themselves.
#include <linnet/test.hpp>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <stdexcept>

namespace {

using linnet::Value;

struct Counter {
  std::atomic<int> count{0};
  int increment() { return ++count; }
};

struct CounterState {
  std::int64_t count = 0;
  std::string describe() const { return std::to_string(count); }
};

// What the second increment() does to the specification.
void declare(void (*second)()) {
  linnet::object<Counter>()
      .operation("inc", &Counter::increment)
      .spec(linnet::specify("counting", CounterState{})
                .method("inc",
                        [second](CounterState& state) {
                          if (++state.count == 2) second();
                          return Value(state.count);
                        }))
      .scenario("inc() | inc()");
}

}  // namespace

LINNET_TEST(throws) {
  declare([] { throw std::runtime_error("no more"); });
}
LINNET_TEST(writes_to_null) {
  declare([] { *static_cast<volatile int*>(nullptr) = 1; });
}
LINNET_TEST(aborts) {
  declare([] { std::abort(); });
}
LINNET_TEST(asserts) {
  declare([] { assert(!"two is enough"); });
}
#ifdef NEVER_RETURNS
LINNET_TEST(never_returns) {
  declare([] {
    for (volatile bool waiting = true; waiting;) {
    }
  });
}
#endif
LINNET_TEST(is_right) {
  declare([] {});
}

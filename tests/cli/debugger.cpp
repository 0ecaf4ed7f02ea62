// A failure for gdb: a plain variable that main writes, and a flag that another thread sets.
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<int> ready{0};

static void answer(int expected) {
  ready.compare_exchange_strong(expected, message);
}

// tests/cli/debugger knows the numbers of the lines.
int main() {
  assert(ready == 0);
  message = 42;
  std::thread thread(answer, 0);
  thread.join();
  assert(ready == 0);
}

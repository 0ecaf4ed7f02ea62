// thread_local objects are made and destroyed anew in every execution; errno and exceptions are each thread's own.
// explore: random:10000
// outcomes: completed
// outputs: 0
#include <atomic>
#include <cassert>
#include <cerrno>
#include <stdexcept>
#include <thread>

std::atomic<int> alive{0}, made{0};
struct Counted {
  int value = 7;
  Counted() { ++alive, ++made; }
  ~Counted() { --alive; }
};
thread_local Counted counted;
thread_local int plain = 3;

void work(int id) {
  assert(errno == 0 && plain == 3 && counted.value == 7);
  errno = id;
  plain = id;
  counted.value = id;
  try {
    made.load();
    throw std::runtime_error("mine");
  } catch (const std::runtime_error& error) {
    made.load();
    assert(error.what()[0] == 'm');
  }
  made.load();
  assert(errno == id && plain == id && counted.value == id);
}

int main() {
  assert(made == 0);
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  assert(alive == 0 && made == 2);
}

// The weaker orders are those of the standard library and of the compiler: reference counts, a latch, the guard of a static variable.
// exit: 0
// says: complete
// never: weaker orders
#include <atomic>
#include <cassert>
#include <latch>
#include <memory>
#include <thread>

std::atomic<int> count{0};
std::latch started_all{2};

int& started() {
  static int value = count.load() + 1;
  return value;
}

void work(std::shared_ptr<int> shared) {
  started_all.arrive_and_wait();
  count += *shared;
}

int main() {
  auto shared = std::make_shared<int>(started());
  std::thread one(work, shared), two([] { assert(started() == 1); });
  work(shared);
  one.join();
  two.join();
  assert(count == 2);
}

// Near miss: as std::lock does it, but each thread gives up after two tries. Both may fail twice.
// run: linnet run --time 120s --strategy dpor {}
// exit: 1
// says: Assertion
#include <cassert>
#include <mutex>
#include <thread>

bool gets_both(std::mutex& first, std::mutex& second) {
  for (int i = 0; i < 2; ++i) {
    first.lock();
    const bool got = second.try_lock();
    if (got) second.unlock();
    first.unlock();
    if (got) return true;
  }
  return false;
}

int main() {
  std::mutex a, b;
  bool other_got = false;
  std::thread other([&] { other_got = gets_both(b, a); });
  const bool got = gets_both(a, b);
  other.join();
  assert(got || other_got);
}

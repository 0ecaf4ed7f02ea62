// Near miss: each of two threads holds a mutex, tries the other's and gives its own back. Both may fail, and that can be seen.
// run: linnet run --time 120s --strategy dpor {}
// exit: 1
// says: Assertion
#include <cassert>
#include <mutex>
#include <thread>

bool gets_both(std::mutex& first, std::mutex& second) {
  first.lock();
  const bool got = second.try_lock();
  if (got) second.unlock();
  first.unlock();
  return got;
}

int main() {
  std::mutex a, b;
  bool other_got = false;
  std::thread other([&] { other_got = gets_both(b, a); });
  const bool got = gets_both(a, b);
  other.join();
  assert(got || other_got);
}

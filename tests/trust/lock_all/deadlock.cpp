// The same with two locks that wait: a deadlock.
// run: linnet run --time 120s --strategy dpor {}
// exit: 1
// says: Deadlock
#include <mutex>
#include <thread>

int main() {
  std::mutex a, b;
  std::thread other([&] {
    const std::lock_guard first(b);
    const std::lock_guard second(a);
  });
  {
    const std::lock_guard first(a);
    const std::lock_guard second(b);
  }
  other.join();
}

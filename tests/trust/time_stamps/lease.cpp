// Near miss: what is handed over orders one of main's stamps after the other thread's, not the one before. Those two are named, and the result
// is not complete.
// run: linnet run --time 60s --json {}
// exit: 0
// says: "complete": false
// says: (?s)"unordered_looks": \[.*"line": 17.*"line": 21
// never: "line": 23
// says: "within": "one order of clock readings"
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<long> published{0};
  long before = 0, after = 0;
  std::thread other([&] {
    before = std::chrono::steady_clock::now().time_since_epoch().count();
    published.store(1);
    published.notify_all();
  });
  after = std::chrono::system_clock::now().time_since_epoch().count();
  published.wait(0);
  after = std::chrono::system_clock::now().time_since_epoch().count();
  other.join();
  return before > after;
}

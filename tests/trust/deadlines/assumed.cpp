// A program that takes it for granted that the flag comes before the deadline is wrong.
// run: linnet run --time 60s --strategy dpor {}
// exit: 1
// says: Assertion
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using std::chrono::steady_clock;

int main() {
  std::atomic<int> value{0};
  std::thread setter([&] { value = 1; });
  const auto start = steady_clock::now();
  while (value.load() == 0 && steady_clock::now() - start < std::chrono::minutes(5)) {
  }
  assert(value.load() == 1);
  setter.join();
}

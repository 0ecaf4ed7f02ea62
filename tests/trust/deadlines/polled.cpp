// A loop that polls a flag until a deadline: it sees the flag, or the deadline is over. Both are explored, and nothing else is left.
// run: for never in 0 1 2; do linnet run --time 60s --strategy dpor {} -- -DNEVER=$never; done
// exit: 1
// says: (?s)^\S+ pass .* complete.*\n\S+ violation .*\n\S+ violation
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using std::chrono::steady_clock;

int main() {
  std::atomic<bool> ready{false};
  std::thread setter([&] { ready = true; });
  const auto deadline = steady_clock::now() + std::chrono::seconds(10);
  bool seen = false;
  while (steady_clock::now() < deadline) {
    if (ready.load()) {
      seen = true;
      break;
    }
    std::this_thread::yield();
  }
  assert(NEVER != (seen ? 1 : 2));
  setter.join();
}

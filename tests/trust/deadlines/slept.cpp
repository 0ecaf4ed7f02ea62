// The same with sleeps between the looks, a thousand times shorter than the deadline; and two threads that wait for each other's flag.
// A thread whose deadline is over does not make the other one late: either can be late, or both, but not none.
// run: for never in 0 1 2 3; do linnet run --time 60s --strategy dpor {} -- -DNEVER=$never; done
// exit: 1
// says: (?s)^\S+ pass .* within one order of clock readings;.*\n\S+ violation .*\n\S+ violation .*\n\S+ violation
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using std::chrono::steady_clock;

static bool wait_for(const std::atomic<bool>& flag) {
  const auto deadline = steady_clock::now() + std::chrono::seconds(1);
  while (steady_clock::now() < deadline) {
    if (flag.load()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

int main() {
  std::atomic<bool> first_done{false}, second_done{false};
  bool second_in_time = false;
  std::thread second([&] {
    second_in_time = wait_for(first_done);
    second_done = true;
  });
  const bool first_in_time = wait_for(second_done);
  first_done = true;
  second.join();
  assert(!first_in_time || !second_in_time);
  assert(NEVER != 1 || first_in_time || second_in_time);
  assert(NEVER != 2 || !first_in_time);
  assert(NEVER != 3 || !second_in_time);
}

// With --clock shared a program that takes stamps in every order, and may, is explored completely: the order of all looks at the clock.
// run: linnet run --time 60s --strategy dpor --clock shared --outputs {}
// exit: 0
// says: \b6 executions by dpor, complete
// says: 2 executions printed:\n +2 3 1|1 execution printed:\n +2 3 1
// never: no order
#include <chrono>
#include <cstdio>
#include <thread>

using std::chrono::steady_clock;

int main() {
  steady_clock::time_point stamps[3];
  std::thread threads[3];
  for (int i = 0; i < 3; ++i) threads[i] = std::thread([&, i] { stamps[i] = steady_clock::now(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& one : stamps) {
    int earlier = 1;
    for (const auto& other : stamps) earlier += other < one;
    std::printf("%d ", earlier);
  }
}

// Right, and too much to be finished: TBB looks for libraries that it can do without, and its threads hand work to each other.
// run: linnet run --time 3s {} -- -ltbb
// exit: 3
// never: Data race
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstdlib>

int main() {
  std::atomic<int> sum{0};
  tbb::parallel_for(0, 4, [&](int i) { sum += i; });
  if (sum != 6) std::abort();
}

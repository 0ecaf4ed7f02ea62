// Right, and not decided: TBB looks for libraries that it can do without, and hands work to its threads by means that are not seen.
// run: linnet run --time 20s {} -- -ltbb
// exit: 3
// says: pthread_create in libtbb
// never: Data race
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstdlib>

int main() {
  std::atomic<int> sum{0};
  tbb::parallel_for(0, 4, [&](int i) { sum += i; });
  if (sum != 6) std::abort();
}

// Two increments each under a std::mutex; each section is two steps, sections do not overlap: (4 choose 2) orders of
// sections, seen as more schedules because a thread may arrive at a held lock.
// explore: dfs:100000
// outcomes: completed
// complete: yes
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int counter = 0;

int main() {
  const auto work = [] {
    for (int i = 0; i < 2; ++i) {
      const std::lock_guard lock(mutex);
      ++counter;
    }
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(counter == 4);
}

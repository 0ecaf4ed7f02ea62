// Weaker orders beside a pipe, which no memory model has yet: the result is that of interleavings, and says why.
// exit: 0
// says: complete.*; weaker orders at 2 places ran as seq_cst
// says: Only interleavings were explored, not the memory model c11
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> count{0};
int ends[2];

int main() {
  if (pipe(ends) != 0) return 2;
  std::thread other([] {
    count.fetch_add(1, std::memory_order_relaxed);
    write(ends[1], "x", 1);
  });
  char found = 0;
  read(ends[0], &found, 1);
  const int seen = count.load(std::memory_order_relaxed);
  other.join();
  return seen == 1 && found == 'x' ? 0 : 1;
}

// Random numbers are the same in every execution, whichever thread draws first.
// explore: dfs:1000
// outcomes: completed
// complete: yes
// outputs: 1
#include <sys/random.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

std::atomic<int> turn{0};

unsigned draw() {
  std::random_device device;
  unsigned entropy = 0;
  getrandom(&entropy, sizeof entropy, 0);
  ++turn;
  return device() ^ static_cast<unsigned>(rand()) ^ entropy;
}

int main() {
  unsigned a = 0;
  std::thread other([&] { a = draw(); });
  const unsigned b = draw();
  other.join();
  std::printf("%u %u", a, b);
}

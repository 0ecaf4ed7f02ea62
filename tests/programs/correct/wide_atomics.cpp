// Atomics of 1 to 24 bytes keep their values together.
// explore: random:2000
// outcomes: completed
#include <atomic>
#include <cassert>
#include <thread>

struct Wide {
  long a, b, c;
};
struct Pair {
  alignas(16) long a;
  long b;
};
std::atomic<Wide> wide{{0, 0, 0}};
std::atomic<Pair> pair{{0, 0}};
std::atomic<unsigned char> byte{250};
std::atomic<short> word{0};

int main() {
  const auto work = [](long v) {
    wide.store({v, v, v});
    const Wide w = wide.load();
    assert(w.a == w.b && w.b == w.c);
    Pair old = pair.load();
    while (!pair.compare_exchange_weak(old, {old.a + 1, old.b + 1})) assert(old.a == old.b);
    byte.fetch_add(5);
    word.fetch_xor(static_cast<short>(v));
  };
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  assert(pair.load().a == 2 && pair.load().b == 2);
  assert(byte == 4 && word == 3);
}

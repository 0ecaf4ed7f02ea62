// Left-right: two copies of the data. Readers use one while the writer changes the other, and two counters of readers tell
// when the last one has left.
//   1  the writer waits for the readers of one counter only
//   2  a reader counts itself after it has chosen the copy
//   3  the writer changes the second copy without waiting
#include "fault.hpp"

struct Copy {
  std::atomic<int> a{0}, b{0};
};
Copy copies[2];
std::atomic<int> copy_to_read{0}, counter_to_use{0}, readers[2];

void read() {
#if FAULT == 2
  Copy& copy = copies[copy_to_read.load()];
  std::atomic<int>& counter = readers[counter_to_use.load()];
  counter.fetch_add(1);
#else
  std::atomic<int>& counter = readers[counter_to_use.load()];
  counter.fetch_add(1);
  Copy& copy = copies[copy_to_read.load()];
#endif
  const int a = copy.a.load(), b = copy.b.load();
  assert(a == b);
  counter.fetch_sub(1);
}

void change(Copy& copy) {
  copy.a.store(copy.a.load() + 1);
  copy.b.store(copy.b.load() + 1);
}

void write() {
  const int read_now = copy_to_read.load();
  change(copies[1 - read_now]);
  copy_to_read.store(1 - read_now);
#if FAULT != 3
  const int used_now = counter_to_use.load();
#if FAULT != 1
  while (readers[1 - used_now].load() != 0) {
  }
#endif
  counter_to_use.store(1 - used_now);
  while (readers[used_now].load() != 0) {
  }
#endif
  change(copies[read_now]);
}

int main() {
  together(
      [] {
        read();
        read();
      },
      [] { read(); },
      [] {
        write();
        write();
        write();
      });
  assert(copies[0].a == 3 && copies[1].b == 3);
}

// A lock for readers and writers in two words: how many read, and whether one writes. Readers give way.
//   1  a reader does not look for a writer again after it has counted itself
//   2  a writer looks for readers before it says that it writes
//   3  a reader that gives way does not take itself off the count
#include "fault.hpp"

std::atomic<int> readers{0};
std::atomic<bool> writing{false};
std::atomic<int> first{0}, second{0};

void lock_shared() {
  for (;;) {
    while (writing.load()) {
    }
    readers.fetch_add(1);
#if FAULT == 1
    return;
#endif
    if (!writing.load()) return;
#if FAULT != 3
    readers.fetch_sub(1);
#endif
  }
}

void lock() {
#if FAULT == 2
  do {
    while (readers.load() != 0) {
    }
  } while (writing.exchange(true));
#else
  while (writing.exchange(true)) {
  }
  while (readers.load() != 0) {
  }
#endif
}

int main() {
  const auto read = [] {
    for (int i = 0; i < 2; ++i) {
      lock_shared();
      const int a = first.load(), b = second.load();
      assert(a == b);
      readers.fetch_sub(1);
    }
  };
  const auto write = [] {
    for (int i = 0; i < 2; ++i) {
      lock();
      first.store(first.load() + 1);
      second.store(second.load() + 1);
      writing.store(false);
    }
  };
  together(read, write, write);
  assert(first == 4);
}

// A sequence lock: readers try again when the number was odd or has changed.
//   1  a reader does not look whether the number was odd
//   2  a writer increases the number once, after its writes
//   3  two writers take turns by the number alone, with a store instead of a compare-exchange
#include "fault.hpp"

std::atomic<unsigned> number{0};
std::atomic<int> words[3];

void write(int value) {
  unsigned before;
  for (;;) {
    before = number.load();
    if (before % 2 != 0) continue;
#if FAULT == 3
    number.store(before + 1);
    break;
#else
    if (number.compare_exchange_strong(before, before + (FAULT == 2 ? 0 : 1))) break;
#endif
  }
  for (std::atomic<int>& word : words) word.store(value);
  number.store(before + 2);
}

bool read() {
  const unsigned before = number.load();
  if (FAULT != 1 && before % 2 != 0) return true;
  int seen[3];
  for (int i = 0; i < 3; ++i) seen[i] = words[i].load();
  if (number.load() != before) return true;
  return seen[0] == seen[1] && seen[1] == seen[2];
}

int main() {
  const auto look = [] {
    assert(read());
    assert(read());
  };
#if FAULT == 2
  together(look, [] { write(1); });
#else
  together(
      look,
      [] {
        write(1);
        write(2);
      },
      [] { write(3); });
#endif
  assert(read());
}

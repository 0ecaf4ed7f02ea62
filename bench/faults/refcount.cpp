// Pointers that count, weak ones among them: the object dies with the last strong one, the counts with the last of all.
//   1  lock() looks whether the object lives, and then counts itself
//   2  who gives back a strong one looks at the count a second time to see whether it was the last
//   3  the strong ones do not hold a share of the counts: they may be gone while the object dies
#include "fault.hpp"

struct Counts {
  std::atomic<int> strong{1}, weak{1};
  std::atomic<int> object_dies{0}, counts_die{0};
};
Counts counts;

void release_weak() {
  assert(counts.counts_die == 0);
  if (counts.weak.fetch_sub(1) == 1) assert(counts.counts_die.fetch_add(1) == 0);
}

void release() {
#if FAULT == 2
  counts.strong.fetch_sub(1);
  if (counts.strong.load() != 0) return;
#else
  if (counts.strong.fetch_sub(1) != 1) return;
#endif
  assert(counts.object_dies.fetch_add(1) == 0);
#if FAULT == 3
  assert(counts.counts_die == 0);
#else
  release_weak();
#endif
}

bool lock() {
  int now = counts.strong.load();
#if FAULT == 1
  if (now == 0) return false;
  counts.strong.fetch_add(1);
  return true;
#else
  do {
    if (now == 0) return false;
  } while (!counts.strong.compare_exchange_strong(now, now + 1));
  return true;
#endif
}

int main() {
  counts.weak = FAULT == 3 ? 2 : 3;  // one for each weak pointer, and one for all strong ones
  const auto weak = [] {
    for (int i = 0; i < 2; ++i) {
      if (!lock()) continue;
      assert(counts.object_dies == 0);
      release();
    }
    release_weak();
  };
  together([] { release(); }, weak, weak);
  assert(counts.object_dies == 1 && counts.counts_die == 1);
}

// A ticket lock that is given back relaxed: what it protects is not seen by the next holder.
#include "weak.h"

static atomic_int next, serving, count;

static void *work(void *unused) {
  const int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (LOAD(serving, acquire) != mine) {
  }
  STORE(count, LOAD(count, relaxed) + 1, relaxed);
  atomic_store_explicit(&serving, mine + 1, RIGHT_OR(memory_order_release, memory_order_relaxed));
  return unused;
}

int main(void) {
  run2(work, work);
  assert(LOAD(count, relaxed) == 2);
  return 0;
}

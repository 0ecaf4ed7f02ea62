// Lamport's bakery for two threads with release and acquire: both draw the same number, and neither sees the other.
#include "weak.h"

static atomic_int drawing[2], number[2], inside;

#define GET(x) atomic_load_explicit(&(x), RIGHT_OR(memory_order_seq_cst, memory_order_acquire))
#define PUT(x, value) atomic_store_explicit(&(x), value, RIGHT_OR(memory_order_seq_cst, memory_order_release))

static void lock(int me) {
  const int other = 1 - me;
  PUT(drawing[me], 1);
  const int mine = GET(number[other]) + 1;
  PUT(number[me], mine);
  PUT(drawing[me], 0);
  while (GET(drawing[other])) {
  }
  for (;;) {
    const int theirs = GET(number[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && me < other)) break;
  }
}

static void work(int me) {
  lock(me);
  assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
  atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
  PUT(number[me], 0);
}

static void *first(void *unused) { return work(0), unused; }
static void *second(void *unused) { return work(1), unused; }

int main(void) {
  run2(first, second);
  return 0;
}

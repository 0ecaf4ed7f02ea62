// Peterson's lock with release and acquire: both threads get in.
#include "weak.h"

static atomic_int wants[2], turn, inside;

static void lock(int me) {
  atomic_store_explicit(&wants[me], 1, RIGHT_OR(memory_order_seq_cst, memory_order_release));
  atomic_store_explicit(&turn, 1 - me, RIGHT_OR(memory_order_seq_cst, memory_order_release));
  while (atomic_load_explicit(&wants[1 - me], RIGHT_OR(memory_order_seq_cst, memory_order_acquire)) &&
         atomic_load_explicit(&turn, RIGHT_OR(memory_order_seq_cst, memory_order_acquire)) == 1 - me) {
  }
}

static void work(int me) {
  lock(me);
  assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
  atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
  STORE(wants[me], 0, release);
}

static void *first(void *unused) { return work(0), unused; }
static void *second(void *unused) { return work(1), unused; }

int main(void) {
  run2(first, second);
  return 0;
}

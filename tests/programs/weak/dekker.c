// Dekker's entry: each thread says that it comes, and looks whether the other one does. Release and acquire are not enough: both may look
// before the other's word is seen.
#include "weak.h"

static atomic_int coming[2], inside;

static void enter(int me) {
  atomic_store_explicit(&coming[me], 1, RIGHT_OR(memory_order_seq_cst, memory_order_release));
  if (atomic_load_explicit(&coming[1 - me], RIGHT_OR(memory_order_seq_cst, memory_order_acquire))) return;
  assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
}

static void *first(void *unused) { return enter(0), unused; }
static void *second(void *unused) { return enter(1), unused; }

int main(void) {
  run2(first, second);
  return 0;
}

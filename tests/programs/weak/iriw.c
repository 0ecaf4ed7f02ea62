// Two readers see two independent writes in different orders: acquire is not enough.
#include "weak.h"

static atomic_int x, y, seen[2];

static void *write_x(void *unused) { return STORE(x, 1, seq_cst), unused; }
static void *write_y(void *unused) { return STORE(y, 1, seq_cst), unused; }

static int first_alone(atomic_int *first, atomic_int *second) {
  const int a = atomic_load_explicit(first, RIGHT_OR(memory_order_seq_cst, memory_order_acquire));
  return a && !atomic_load_explicit(second, RIGHT_OR(memory_order_seq_cst, memory_order_acquire));
}

static void *read_x(void *unused) { return STORE(seen[0], first_alone(&x, &y), relaxed), unused; }
static void *read_y(void *unused) { return STORE(seen[1], first_alone(&y, &x), relaxed), unused; }

int main(void) {
  pthread_t readers[2];
  pthread_create(&readers[0], 0, read_x, 0);
  pthread_create(&readers[1], 0, read_y, 0);
  run2(write_x, write_y);
  pthread_join(readers[0], 0);
  pthread_join(readers[1], 0);
  assert(!(LOAD(seen[0], relaxed) && LOAD(seen[1], relaxed)));
  return 0;
}

// A relaxed store to x between two seq_cst ones. RC11 allows the execution in which the assertion fails; C++20 forbids it: the store of 1 to x comes
// before the load that reads 2 in the order of seq_cst operations, because it is coherence-ordered before it through the relaxed store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen;

static void *store(void *unused) {
  atomic_store(&y, 1);
  atomic_store(&x, 1);
  return unused;
}
static void *between(void *unused) {
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return unused;
}
static void *look(void *unused) {
  seen = atomic_load(&x) == 2 && atomic_load(&y) == 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, store, 0);
  pthread_create(&threads[1], 0, between, 0);
  pthread_create(&threads[2], 0, look, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(seen && atomic_load(&x) == 2));  // 2 is the last store to x: 1 comes before it
}

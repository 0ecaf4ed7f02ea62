// Accesses of mixed orders to x. RC11 allows the execution in which the assertion fails; C++20 forbids it: the store of 1 to x strongly happens
// before the load of y, and so comes before it in the order of seq_cst operations, as the load of x comes before that store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int second, third;

static void *store(void *unused) {
  atomic_store(&x, 1);
  atomic_store_explicit(&x, 2, memory_order_release);
  return unused;
}
static void *look(void *unused) {
  second = atomic_load_explicit(&x, memory_order_acquire) == 2 && atomic_load(&y) == 0;
  return unused;
}
static void *cross(void *unused) {
  atomic_store(&y, 1);
  third = atomic_load(&x) == 0;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, store, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_create(&threads[2], 0, cross, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(second && third));
}

// What the programs here share. Each has a fault that no interleaving shows, and with -DRIGHT it has none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef RIGHT
#define RIGHT_OR(right, wrong) right
#else
#define RIGHT_OR(right, wrong) wrong
#endif

#define LOAD(x, order) atomic_load_explicit(&(x), memory_order_##order)
#define STORE(x, value, order) atomic_store_explicit(&(x), value, memory_order_##order)

static void run2(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

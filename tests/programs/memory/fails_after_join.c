// Fails after the first join in some executions, and after the last one in others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;

static void *inc(void *u) { atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return u; }
static void *set(void *u) { atomic_store_explicit(&x, 5, memory_order_relaxed); return u; }

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i == 0 ? set : inc, 0);
  pthread_join(t[0], 0);
  assert(atomic_load_explicit(&x, memory_order_relaxed) != 6);
  pthread_join(t[1], 0);
  int v = atomic_load(&x);
  pthread_join(t[2], 0);
  assert(v != 7);
  printf("%d\n", atomic_load(&x));
}

// Right: the same with calloc, memset, and with what was kept by realloc.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int* counters[3];

static void* count(void* nothing) {
  for (int i = 0; i < 3; ++i) atomic_fetch_add(counters[i], 1);
  return nothing;
}

int main(void) {
  counters[0] = calloc(4, sizeof(atomic_int));
  counters[1] = memset(malloc(sizeof(atomic_int)), 0, sizeof(atomic_int));
  counters[2] = malloc(sizeof(atomic_int));
  atomic_init(counters[2], 0);
  counters[2] = realloc(counters[2], 4000 * sizeof(atomic_int));
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  pthread_join(thread, 0);
  for (int i = 0; i < 3; ++i) {
    assert(atomic_load(counters[i]) == 2);
    free(counters[i]);
  }
  return 0;
}

/* Two threads with few steps, in a program that has written 16 MB: of globals, or with -DHEAP of its heap. scripts/bench-explore runs it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
enum { SIZE = 16 << 20, STEPS = 6 };
static atomic_int x;
#ifdef HEAP
static char *memory;
#else
static char memory[SIZE];
#endif
static void *body(void *unused) {
  (void)unused;
  for (int i = 0; i < STEPS; i++) atomic_fetch_add(&x, 1);
  return 0;
}
int main(void) {
#ifdef HEAP
  memory = malloc(SIZE);
#endif
  memset(memory, 1, SIZE);
  pthread_t a, b;
  pthread_create(&a, 0, body, 0);
  pthread_create(&b, 0, body, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef HEAP
  free(memory);
#endif
  return 0;
}

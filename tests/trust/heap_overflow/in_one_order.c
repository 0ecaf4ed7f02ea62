// An index is within the block in every order but one.
// exit: 1
// says: Thread [12] accesses 4 bytes just behind the end of block A, which has 8 bytes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int next;
static int* slots;

static void* claim(void* arg) {
  if (next < 2) {
    int i = atomic_fetch_add(&next, 1);
    slots[i] = 1;
  }
  return arg;
}

int main(void) {
  slots = malloc(2 * sizeof *slots);
  next = 1;
  pthread_t a, b;
  pthread_create(&a, 0, claim, 0);
  pthread_create(&b, 0, claim, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(slots);
  return 0;
}

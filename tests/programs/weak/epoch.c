// Reclamation by epochs: a reader announces itself without a fence, and the writer does not see it.
#include "weak.h"

static atomic_int reading;
static _Atomic(int *) shared;

static void fence(void) {
#ifdef RIGHT
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *reader(void *unused) {
  STORE(reading, 1, relaxed);
  fence();
  int *value = LOAD(shared, acquire);
  if (value != NULL) assert(*value == 1);
  STORE(reading, 0, release);
  return unused;
}

static void *writer(void *unused) {
  int *value = LOAD(shared, relaxed);
  STORE(shared, NULL, release);
  fence();
  if (LOAD(reading, acquire) == 0) free(value);
  return unused;
}

int main(void) {
  int *value = malloc(sizeof *value);
  *value = 1;
  STORE(shared, value, release);
  run2(reader, writer);
  return 0;
}

// A sequence lock whose writer lacks a fence, and whose reader lacks one: it accepts a torn value.
#include "weak.h"

static atomic_int sequence, low, high;

static void *writer(void *unused) {
  STORE(sequence, 1, relaxed);
#ifdef RIGHT
  atomic_thread_fence(memory_order_release);
#endif
  STORE(low, 1, relaxed);
  STORE(high, 1, relaxed);
  STORE(sequence, 2, release);
  return unused;
}

static void *reader(void *unused) {
  const int before = LOAD(sequence, acquire);
  const int a = LOAD(low, relaxed), b = LOAD(high, relaxed);
#ifdef RIGHT
  atomic_thread_fence(memory_order_acquire);
#endif
  const int after = LOAD(sequence, relaxed);
  if (before % 2 == 0 && before == after) assert(a == b);
  return unused;
}

int main(void) {
  run2(writer, reader);
  return 0;
}

// A queue for one producer and one consumer: the producer's store of the tail is relaxed, and the slot is read before it was filled.
#include "weak.h"

static atomic_int slots[2], head, tail;

static void *producer(void *unused) {
  for (int i = 0; i < 2; ++i) {
    STORE(slots[i], i + 1, relaxed);
    atomic_store_explicit(&tail, i + 1, RIGHT_OR(memory_order_release, memory_order_relaxed));
  }
  return unused;
}

static void *consumer(void *unused) {
  const int at = LOAD(head, relaxed);
  if (at == LOAD(tail, acquire)) return unused;
  assert(LOAD(slots[at], relaxed) == at + 1);
  STORE(head, at + 1, release);
  return unused;
}

int main(void) {
  run2(producer, consumer);
  return 0;
}

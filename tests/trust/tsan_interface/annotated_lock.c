// Right: the lock's atomics order nothing, and the program says itself what the lock orders.
// exit: 0
// says: complete
#include <pthread.h>
#include <stdatomic.h>

void __tsan_acquire(void*);
void __tsan_release(void*);

static atomic_int held;
static int value;

static void* run(void* nothing) {
  while (atomic_exchange_explicit(&held, 1, memory_order_relaxed)) {
  }
  __tsan_acquire(&held);
  ++value;
  __tsan_release(&held);
  atomic_store_explicit(&held, 0, memory_order_relaxed);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return value != 2;
}

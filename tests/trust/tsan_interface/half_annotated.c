// Wrong: the same lock with one half of the annotation, which orders nothing by itself.
// exit: 1
// says: Data race: .* value
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
  atomic_store_explicit(&held, 0, memory_order_relaxed);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return value != 2;
}

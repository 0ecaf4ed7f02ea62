// Double-checked locking: a thread that finds the pointer does not lock, and with a relaxed pointer finds an object that is not filled.
#include "weak.h"

static atomic_int field;
static _Atomic(atomic_int*) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* use(void* unused) {
  atomic_int* found = atomic_load_explicit(&instance, RIGHT_OR(memory_order_acquire, memory_order_relaxed));
  if (found == NULL) {
    pthread_mutex_lock(&mutex);
    found = LOAD(instance, relaxed);
    if (found == NULL) {
      STORE(field, 1, relaxed);
      found = &field;
      atomic_store_explicit(&instance, found, RIGHT_OR(memory_order_release, memory_order_relaxed));
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(LOAD(*found, relaxed) == 1);
  return unused;
}

int main(void) {
  run2(use, use);
  return 0;
}

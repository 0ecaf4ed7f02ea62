// The same with weaker orders: the assertion fails on every x86 machine, and in no interleaving. It is found under the memory model of C++.
// exit: 1
// says: by graphs under c11
// says: Replay: linnet replay linnet2:
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int saw_x, saw_y;

void* left(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_release);
  saw_y = atomic_load_explicit(&y, memory_order_acquire);
  return unused;
}

void* right(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  saw_x = atomic_load_explicit(&x, memory_order_acquire);
  return unused;
}

int main() {
  pthread_t threads[2];
  atomic_store_explicit(&x, 0, memory_order_relaxed);  // alone: its order makes no difference
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(saw_x || saw_y);
}

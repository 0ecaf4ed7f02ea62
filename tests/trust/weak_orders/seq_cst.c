// Store buffering with seq_cst alone: interleavings are all there is.
// exit: 0
// says: complete
// never: weaker orders
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int saw_x, saw_y;

void* left(void* unused) {
  atomic_store(&x, 1);
  saw_y = atomic_load(&y);
  return unused;
}

void* right(void* unused) {
  atomic_store(&y, 1);
  saw_x = atomic_load(&x);
  return unused;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(saw_x || saw_y);
}

// A lock of xchg, freed by a volatile store: it protects plain data, and waiting for it ends.
// exit: 0
// says: complete
// never: Data race
#include <assert.h>
#include <pthread.h>

volatile int locked;
int count;

static int exchange(volatile int* word, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*word) : : "memory");
  return value;
}

void* add(void* unused) {
  while (exchange(&locked, 1)) __asm__ volatile("pause");
  ++count;
  __asm__ volatile("" : : : "memory");
  locked = 0;
  return unused;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(count == 2);
}

// The same, with a way out that keeps the lock: the other thread waits for ever.
// exit: 1
// says: waits in a loop that reads locked in try_lock
#include <pthread.h>

volatile int locked;

static int try_lock(volatile int* word) {
  int before = 0;
  __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(before), "+m"(*word) : "r"(1) : "memory");
  return before == 0;
}

void* work(void* keeps) {
  while (!try_lock(&locked)) __asm__ volatile("pause");
  if (!keeps) locked = 0;
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, &threads);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

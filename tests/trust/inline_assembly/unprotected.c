// A plain access that the lock of assembly does not protect races all the same.
// exit: 1
// says: Data race: .*count
#include <pthread.h>

volatile int locked;
int count;

static int exchange(volatile int* word, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*word) : : "memory");
  return value;
}

void* add(void* careless) {
  while (!careless && exchange(&locked, 1)) {}
  ++count;
  if (!careless) exchange(&locked, 0);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, &threads);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

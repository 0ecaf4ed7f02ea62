// Two threads count with lock xadd: nothing is lost in any order, and each found another value.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>

long count, found[2];

static long add_one(long* counter) {
  long before = 1;
  __asm__ volatile("lock xaddq %0, %1" : "+r"(before), "+m"(*counter) : : "memory");
  return before;
}

void* add(void* mine) {
  *(long*)mine = add_one(&count);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, &found[0]);
  pthread_create(&threads[1], 0, add, &found[1]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(count == 2 && found[0] + found[1] == 1);
}

// One add without lock is two accesses, between which another thread's is lost.
// exit: 1
// says: Assertion `count == 2`
#include <assert.h>
#include <pthread.h>

long count;

static void add_one(long* counter) { __asm__ volatile("incq %0" : "+m"(*counter) : : "memory"); }

void* add(void* unused) {
  add_one(&count);
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

// The first to add sees 0: which one that is, only the order of two instructions in assembly decides.
// exit: 1
// says: Assertion `mine_first`
// says: updates count
#include <assert.h>
#include <pthread.h>

long count;

static long add_one(long* counter) {
  long before = 1;
  __asm__ volatile("lock xaddq %0, %1" : "+r"(before), "+m"(*counter) : : "memory");
  return before;
}

void* add(void* unused) {
  add_one(&count);
  return unused;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  int mine_first = add_one(&count) == 0;
  pthread_join(thread, 0);
  assert(mine_first);
}

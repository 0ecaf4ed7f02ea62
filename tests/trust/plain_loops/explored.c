// With --races=explore the accesses are steps, and the loop waits for the one that writes.
// run: linnet run --time 60s --races=explore --strategy dpor {} -- -O0
// exit: 0
// says: complete
#include <pthread.h>

static int flag;

static void* wait_for_it(void* unused) {
  while (!flag) {
  }
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  flag = 1;
  pthread_join(waiter, 0);
}

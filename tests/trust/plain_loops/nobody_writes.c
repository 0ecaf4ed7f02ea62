// No thread ever sets the flag: the loop is stuck, and one execution is enough to report it.
// run: linnet run --time 60s --strategy dpor {} -- -O0
// exit: 1
// says: goes round a loop for ever
// says: wait_for_it
// never: unknown
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
  pthread_join(waiter, 0);
}

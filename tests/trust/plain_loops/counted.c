// A loop that counts while it waits is in another state in every round, and a data race all the same.
// run: linnet run --time 10s --strategy dpor {} -- -O0
// exit: 1
// says: Data race: .*flag
// says: \b1 execution
// never: unknown
#include <pthread.h>

static int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_it(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  long rounds = 0;
  while (!flag) ++rounds;
  return rounds < 0 ? unused : 0;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  flag = 1;
  pthread_join(waiter, 0);
}

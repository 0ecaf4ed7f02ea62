// A loop that waits for a plain variable is a data race with the thread that writes it, though its reads are no steps. (Without
// optimization the compiler keeps them.)
// run: linnet run --time 60s --strategy dpor {} -- -O0
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
  while (!flag) {
  }
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  flag = 1;
  pthread_join(waiter, 0);
}

// A thread unlocks what it has perhaps not locked: wrong only if its attempt to lock fails.
// exit: 1
// says: Thread 1 unlocks the mutex m, which thread 0 holds
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* helper(void* arg) {
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, helper, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return 0;
}

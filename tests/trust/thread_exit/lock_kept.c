// Wrong: the handler was popped before the thread ended, and no thread releases the mutex.
// exit: 1
// says: [Dd]eadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void unlocks(void* m) { pthread_mutex_unlock(m); }

static void* run(void* nothing) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlocks, &mutex);
  pthread_cleanup_pop(0);
  pthread_exit(nothing);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  pthread_mutex_lock(&mutex);
  return 0;
}

// Nearly right: everything is as it should be except the attribute, and the lock waits for ever.
// exit: 1
// says: [Dd]eadlock
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* dies(void* nothing) {
  pthread_mutex_lock(&mutex);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, dies, 0);
  pthread_join(thread, 0);
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  return 0;
}

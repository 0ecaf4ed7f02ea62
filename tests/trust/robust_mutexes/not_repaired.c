// Wrong: the mutex was released without pthread_mutex_consistent, and no thread can ever lock it again.
// exit: 1
// says: pthread_mutex_lock\(&mutex\) == 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void* dies(void* nothing) {
  pthread_mutex_lock(&mutex);
  return nothing;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, dies, 0);
  pthread_join(thread, 0);
  if (pthread_mutex_lock(&mutex) != EOWNERDEAD) return 0;
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_lock(&mutex) == 0);
  return 0;
}

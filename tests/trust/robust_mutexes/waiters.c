// Right: threads that wait when the owner dies learn it, one of them first; the wait of a condition reports it, too.
// exit: 0
// says: complete
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int signalled;

static void* dies(void* nothing) {
  assert(pthread_mutex_lock(&mutex) == 0);
  signalled = 1;
  pthread_cond_signal(&condition);
  return nothing;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, dies, 0);
  int result = pthread_mutex_lock(&mutex);
  while (!signalled) result = pthread_cond_wait(&condition, &mutex);
  assert(result == EOWNERDEAD);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_join(thread, 0);
  return 0;
}

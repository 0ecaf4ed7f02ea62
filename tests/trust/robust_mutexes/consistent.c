// Right: the thread that finds that the owner has died repairs the data and says so.
// exit: 0
// says: complete
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int value;

static void* dies(void* nothing) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  value = 1;
  return nothing;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, dies, 0);
  const int result = pthread_mutex_lock(&mutex);
  assert(result == (value ? EOWNERDEAD : 0));
  value = 0;
  assert(pthread_mutex_consistent(&mutex) == (result ? 0 : EINVAL));
  assert(pthread_mutex_unlock(&mutex) == 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(pthread_mutex_trylock(&mutex) == (value ? EOWNERDEAD : 0));
  return 0;
}

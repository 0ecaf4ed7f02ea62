// Right: pthread_exit runs the handlers that were pushed, the last one first, and one of them gives the mutex back.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ran;

static void unlocks(void* m) {
  assert(ran == 1);
  ran = 2;
  pthread_mutex_unlock(m);
}
static void comes_first(void* nothing) {
  (void)nothing;
  ran = 1;
}
static void popped(void* nothing) {
  (void)nothing;
  assert(0);
}

static void leave(void) {
  pthread_cleanup_push(comes_first, 0);
  pthread_exit((void*)7);
  pthread_cleanup_pop(0);
}

static void* run(void* nothing) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlocks, &mutex);
  pthread_cleanup_push(popped, 0);
  pthread_cleanup_pop(0);
  leave();
  pthread_cleanup_pop(0);
  return nothing;
}

int main(void) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, 0, run, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, &result);
  assert(ran == 2 && result == (void*)7);
  return 0;
}

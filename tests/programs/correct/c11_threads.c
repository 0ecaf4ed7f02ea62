/* C11 threads: create, join with a result, mutex, condition, once, thread-specific storage.
   explore: dpor:100000
   outcomes: completed
   complete: yes */
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int ready, initialised, destroyed;
static void initialise(void) { initialised++; }
static void destroy(void *value) { destroyed += *(int *)value; }
static int body(void *arg) {
  static thread_local int own;
  own = *(int *)arg;
  tss_set(key, &own);
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  ready = 1;
  mtx_unlock(&mutex);
  cnd_signal(&changed);
  return own + 1;
}
int main(void) {
  thrd_t thread;
  int argument = 4, result = 0;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&changed) == thrd_success);
  assert(tss_create(&key, destroy) == thrd_success);
  assert(thrd_create(&thread, body, &argument) == thrd_success);
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  assert(thrd_join(thread, &result) == thrd_success && result == 5);
  assert(initialised == 1 && destroyed == 4);
  tss_delete(key);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}

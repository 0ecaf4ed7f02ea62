/* Two threads count, in C. -DWRONG: reading and writing are two steps. -DWAITS: a call that never returns where the specification
   does not block; -DELSEWHERE: a thread that waits outside of its calls. */
#include <linnet/record.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int increment(void) {
#ifdef WRONG
  const int before = atomic_load(&count);
  atomic_store(&count, before + 1);
  return before;
#else
  return atomic_fetch_add(&count, 1);
#endif
}

static void* run(void* unused) {
  linnet_call("fetch_add", 1, 1);
#ifdef WAITS
  pthread_mutex_lock(&lock);
#endif
  linnet_return_integer(increment());
#ifdef ELSEWHERE
  pthread_mutex_lock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  (void)lock;
  return 0;
}

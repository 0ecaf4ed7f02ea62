// Nearly wrong: main ends by pthread_exit, its handler runs, and the other thread goes on to the end.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int handled;

static void handler(void* nothing) {
  (void)nothing;
  atomic_store(&handled, 1);
}

static void* run(void* nothing) {
  while (!atomic_load(&handled)) {
  }
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_detach(thread);
  pthread_cleanup_push(handler, 0);
  pthread_exit(0);
  pthread_cleanup_pop(0);
}

/* Ends with a nonzero status while a detached thread may or may not have run.
   explore: dfs:100
   outcomes: completed exit
   complete: yes */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int done;
static void *body(void *arg) {
  (void)arg;
  atomic_store(&done, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, body, 0);
  pthread_detach(t);
  exit(atomic_load(&done) ? 0 : 3);
}

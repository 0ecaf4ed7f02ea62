/* Not modelled: named where it is called.
   explore: dfs:100
   outcomes: unsupported
   failure: pthread_cancel */
#include <pthread.h>
#include <signal.h>
static void *body(void *arg) { return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, body, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}

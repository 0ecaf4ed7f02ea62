/* A plain read of a variable that other threads change atomically.
   explore: dpor:1000
   outcomes: data-race */
#include <pthread.h>
#include <stdatomic.h>
static int counter;
static void *adder(void *arg) {
  (void)arg;
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return 0;
}
static void *looker(void *arg) {
  *(int *)arg = counter;
  return 0;
}
int main(void) {
  pthread_t a, b;
  int seen;
  pthread_create(&a, 0, adder, 0);
  pthread_create(&b, 0, looker, &seen);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

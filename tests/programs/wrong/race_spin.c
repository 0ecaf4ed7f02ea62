/* Waits in a loop for a plain variable: no scheduling point, and a race all the same.
   explore: dpor:10
   outcomes: data-race */
#include <pthread.h>
static int ready;
static void *waiter(void *arg) {
  (void)arg;
  while (!ready) __asm__ volatile("" ::: "memory"); /* or the compiler reads it once */
  return 0;
}
static void *setter(void *arg) {
  (void)arg;
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

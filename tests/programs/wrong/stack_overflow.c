/* Endless recursion in a thread.
   explore: dfs:3
   outcomes: crash
   failure: stack overflow */
#include <pthread.h>
static int deeper(volatile char *above) {
  volatile char here[1000];
  here[0] = above[0];
  return deeper(here) + here[0];
}
static void *body(void *arg) {
  volatile char start = 1;
  (void)arg;
  return (void *)(long)deeper(&start);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, body, 0);
  pthread_join(t, 0);
  return 0;
}

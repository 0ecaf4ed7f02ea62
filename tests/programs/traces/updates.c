/* Two threads that add to one counter, each K times: every order of the updates is a graph, and a path to one is up to K graphs deep. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef K
#define K 2
#endif
static atomic_int counter;
static void *body(void *unused) {
  for (int i = 0; i < K; i++) atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, body, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

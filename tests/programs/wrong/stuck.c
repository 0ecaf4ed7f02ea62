/* Two threads spin on a lock that is never released.
   explore: dfs:1000
   outcomes: stuck
   complete: yes */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int locked = 1;
static void *body(void *arg) {
  (void)arg;
  while (atomic_exchange(&locked, 1)) {}
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, body, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

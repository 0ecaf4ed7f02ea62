/* A test-and-set lock: an exchange of 1 for 1 changes nothing, so the loop comes round.
   explore: dfs:200000
   outcomes: completed
   complete: yes */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int locked;
static int counter;
static void *body(void *arg) {
  (void)arg;
  while (atomic_exchange(&locked, 1)) {}
  counter++;
  atomic_store(&locked, 0);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, body, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(counter == 3);
  return 0;
}

/* Two threads increment without atomicity; the assertion fails in some schedules.
   explore: dfs:1000
   outcomes: assertion completed
   complete: yes
   failure: counter == 2 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *body(void *arg) {
  (void)arg;
  atomic_store(&counter, atomic_load(&counter) + 1);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, body, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(counter == 2);
  return 0;
}

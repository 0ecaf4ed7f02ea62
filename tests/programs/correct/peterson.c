/* Peterson's lock: both loops end by the rule for spin loops, so the search does. Without optimisation, what the last
   round read stays on the stack: if all of that counts, as in this test, which knows no machine code, the loop is in the same state
   again only after a second round (docs/exploration.md).
   explore: dpor:100000
   outcomes: completed
   complete: yes
   executions: 12
   executions at -O0: 21
   wasted: 0 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag[2], turn;
static int inside;
static void *body(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  atomic_store(&flag[me], 1);
  atomic_store(&turn, other);
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other) {}
  assert(++inside == 1);
  --inside;
  atomic_store(&flag[me], 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, body, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

/* An MCS lock of two threads: each spins on a flag of its own, and on its successor's link.
   explore: dpor:100000
   outcomes: completed
   complete: yes
   executions: 14
   executions at -O0: 20
   wasted: 0 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};
static _Atomic(struct node *) tail;
static struct node nodes[2];
static int inside;
static void *body(void *arg) {
  struct node *me = arg, *next, *self = me;
  struct node *before = atomic_exchange(&tail, me);
  if (before) {
    atomic_store(&me->waits, 1);
    atomic_store(&before->next, me);
    while (atomic_load(&me->waits)) {}
  }
  assert(++inside == 1);
  --inside;
  if (!atomic_load(&me->next)) {
    if (atomic_compare_exchange_strong(&tail, &self, 0)) return 0;
    while (!atomic_load(&me->next)) {}
  }
  next = atomic_load(&me->next);
  atomic_store(&next->waits, 0);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, body, &nodes[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

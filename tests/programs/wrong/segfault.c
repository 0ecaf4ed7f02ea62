/* A null pointer in one order only; the process goes on with the next execution.
   explore: dfs:1000
   outcomes: completed crash
   complete: yes
   failure: signal 11 address 0x0 */
#include <pthread.h>
#include <stdatomic.h>
static int object = 1;
static _Atomic(int *) pointer = &object;
static void *body(void *arg) {
  (void)arg;
  atomic_store(&pointer, (int *)0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, body, 0);
  int *p = atomic_load(&pointer);
  int value = *(volatile int *)p;
  pthread_join(t, 0);
  return value - 1;
}

/* Three threads of two stores each, no other thread enabled: 6!/(2!2!2!) = 90 interleavings. Main waits in its first join,
   and once the first thread is done it may take that step at any point of the rest, and so on for the others; with all
   joins last (the stores come first in the count below) the total is derived by tests/runtime/program_test.cpp.
   explore: dfs:100000
   outcomes: completed
   complete: yes
   executions: multinomial */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cell[3];
static void *body(void *arg) {
  atomic_int *mine = arg;
  atomic_store(mine, 1);
  atomic_store(mine, 2);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, body, &cell[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}

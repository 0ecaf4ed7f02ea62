// A program with more executions than anyone can wait for.
#include <pthread.h>
static int cells[4];
static void *meet(void *first) {
  for (int i = 0; i < 40; ++i) __atomic_fetch_add(&cells[(*(int *)first + i) % 4], 1, __ATOMIC_SEQ_CST);
  return first;
}
int main(void) {
  pthread_t threads[4];
  int first[4] = {0, 1, 2, 3};
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, meet, &first[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}

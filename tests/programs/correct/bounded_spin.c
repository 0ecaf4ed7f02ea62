/* A loop that counts is explored as it is: four outcomes of the count, none cut. The reader takes at most 3 steps, the
   writer 1, then main joins: the writer's step falls before, between or after the reader's.
   explore: dfs:1000
   outcomes: completed
   complete: yes
   outputs: 4 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag;
static int tries;
static void *reader(void *arg) {
  (void)arg;
  while (tries < 3 && !atomic_load(&flag)) tries++;
  return 0;
}
static void *writer(void *arg) {
  (void)arg;
  atomic_store(&flag, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", tries);
  return 0;
}

/* Memory functions access plainly: one thread fills a buffer, the other copies it.
   explore: dfs:10
   outcomes: data-race
   failure: write of 8 by thread 1, 2 deep; read of 40 by thread 2, 2 deep */
#include <pthread.h>
#include <string.h>
static char shared[40], copy[40];
static void *filler(void *arg) {
  (void)arg;
  memset(shared, 1, sizeof shared);
  return 0;
}
static void *copier(void *arg) {
  (void)arg;
  memcpy(copy, shared, sizeof copy);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, filler, 0);
  pthread_create(&b, 0, copier, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

/* Two threads increment a plain int.
   explore: dfs:100
   outcomes: data-race
   failure: write of 4 by thread 1, 2 deep; read of 4 by thread 2, 2 deep */
#include <pthread.h>
static int counter;
static void *body(void *arg) {
  (void)arg;
  counter++;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, body, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

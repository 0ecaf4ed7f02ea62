/* With races explored, plain accesses that race are steps: both outcomes of a lost update are seen.
   explore: dpor:1000
   options: races=explore
   outcomes: assertion completed
   complete: yes
   racy: 2
   failure: counter == 2 */
#include <assert.h>
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
  assert(counter == 2);
  return 0;
}

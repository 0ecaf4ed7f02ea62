/* Main has joined its own thread, but not the one which that has created: it is not alone.
   explore: dpor:10000
   outcomes: data-race */
#include <pthread.h>
static pthread_t grandchild;
int x;
static void *writes(void *unused) {
  (void)unused;
  x = 1;
  return 0;
}
static void *creates(void *unused) {
  (void)unused;
  pthread_create(&grandchild, 0, writes, 0);
  return 0;
}
int main(void) {
  pthread_t child;
  pthread_create(&child, 0, creates, 0);
  pthread_join(child, 0);
  x = 2;
  pthread_join(grandchild, 0);
  x = 3;
  return 0;
}

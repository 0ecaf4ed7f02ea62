// The write that completes a race has not been made when the execution ends: what it would have written is not known.
// exit: 1
// says: writes flag: 0 → [12]
// says: writes flag: [12] → \?
// never: 1 → 1|2 → 2
#include <pthread.h>

static volatile int flag;

static void* one(void* arg) {
  flag = 1;
  return arg;
}
static void* two(void* arg) {
  flag = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

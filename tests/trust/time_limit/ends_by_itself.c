// A program that ends by itself is not touched by a limit that is not reached.
// run: linnet run --time 5m {}
// exit: 0
// says: complete
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum;
static void* add(void* unused) {
  for (int i = 0; i < 3; ++i) sum++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  sum++;
  pthread_join(t, 0);
  return sum != 4;
}

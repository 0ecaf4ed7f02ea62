// Functions with names of one letter, which the codes of types have, too.
// exit: 1
// says: reads block A while thread [12] writes it|writes block A while
// says: bytes in f at
// says: bytes in i at
// never: float|\bint\b|0x
#include <pthread.h>
#include <stdlib.h>

static int* number;

static void* f(void* arg) {
  *number = 1;
  return arg;
}
static void* i(void* arg) {
  *number = 2;
  return arg;
}

int main(void) {
  number = malloc(sizeof *number);
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, i, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(number);
  return 0;
}

# A program whose threads meet as often as its argument and its standard input say, and the file that it reads.
cat > program.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int cell;
static long rounds;
static void *meet(void *unused) {
  for (long i = 0; i < rounds; ++i) __atomic_fetch_add(&cell, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(int argc, char **argv) {
  rounds = argc > 1 ? atol(argv[1]) : 1;
  rounds += getchar() - '0';
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, meet, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
END
echo 2 > input
echo 1 > other_input

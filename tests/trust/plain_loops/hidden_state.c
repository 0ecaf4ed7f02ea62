// A loop whose registers, stack and memory are the same in every round, except for state in a library, ends by itself.
// run: yes | head -c 400000 | linnet run --time 60s --strategy dpor {} -- -O0
// exit: 0
// says: complete
#include <pthread.h>
#include <stdio.h>

static int wanted = EOF;

static void* read_all(void* unused) {
  while (getchar() != wanted) {
  }
  return unused;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, 0, read_all, 0);
  pthread_join(reader, 0);
}

// What a system call wrote into a global is put back before the next execution, and what two threads do with it is seen.
// exit: 1
// says: the other thread may be first
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static char letter = 'a';
static int ends[2];
static atomic_int first;
static void* mark(void* unused) {
  first = 1;
  return unused;
}
int main(void) {
  assert(letter == 'a');
  pthread_t t;
  pthread_create(&t, 0, mark, 0);
  assert(pipe(ends) == 0 && write(ends[1], "b", 1) == 1 && read(ends[0], &letter, 1) == 1);
  assert(letter == 'b');
  assert(first == 0 && "the other thread may be first");
  pthread_join(t, 0);
  return 0;
}
